"""All URLs of the site, and the pages for what cannot be answered."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView, TemplateView
from django_tasks_db.models import DBTaskResult

from config.health import healthz, readyz
from config.metrics import metrics

# The admin site has no log-in of its own, not even for staff: people's log-in counts wrong passwords.
admin.site.login = require_safe(secure_admin_login(admin.site.login))  # type: ignore[method-assign]
# Queued mails hold links that let people in.
admin.site.unregister(DBTaskResult)

urlpatterns = [
    path("", include("games.urls")),
    path("", include("accounts.urls")),
    # The admin site's own form would let a password be guessed without limit.
    path("admin/password_change/", RedirectView.as_view(pattern_name="account_change_password")),
    path("admin/", admin.site.urls),
    path("healthz", healthz),
    path("readyz", readyz),
    path("metrics", metrics),
    # At the root: a service worker has no say above its own address.
    path(
        "push-worker.js",
        TemplateView.as_view(template_name="push-worker.js", content_type="text/javascript"),
        name="push_worker",
    ),
    path("robots.txt", TemplateView.as_view(template_name="robots.txt", content_type="text/plain")),
]

handler400 = "games.views.errors.bad_request"
handler403 = "games.views.errors.permission_denied"
handler404 = "games.views.errors.not_found"
handler500 = "games.views.errors.server_error"
