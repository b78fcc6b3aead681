"""Pages about people: profiles, playing as a guest, and django-allauth's pages with guests in mind."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from allauth.account.utils import get_next_redirect_url
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.errors import NameTaken, NoGuestAnyMore
from accounts.guests import ensure_user
from accounts.limits import is_within_limit
from accounts.models import User
from accounts.people import person_or_404
from accounts.preferences import COOKIE, keep, preferences_of
from accounts.preferences_form import PreferencesForm
from accounts.profile import profile_view
from accounts.push import SESSION_KEY, PushForm, notify_view, subscribe, subscription_of
from accounts.turn_mail import confirmed_address, reader, switch
from config.link_preview import link_preview
from games.selectors.lobby import has_account

View = Callable[..., HttpResponse]


@require_safe
def profile(request: HttpRequest, username: str) -> HttpResponse:
    """Who somebody is and how he plays."""
    person = person_or_404(username)
    if person.username != username:
        return redirect("accounts:profile", person.username)
    view = profile_view(person, viewer=request.user)
    shown: dict[str, object] = {"profile": view, "preview": link_preview(request, view.name, view.summary)}
    if person == request.user:
        shown |= {
            "notify": notify_view(request),
            "mails_go_to": confirmed_address(person),
            "mails_are_on": person.wants_turn_mail,
        }
    return render(request, "accounts/profile.html", shown)


@require_POST
def guest(request: HttpRequest) -> HttpResponse:
    """Play at once, under a generated name."""
    ensure_user(request)
    return redirect(get_next_redirect_url(request) or "games:home")


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest) -> HttpResponse:
    """How the site looks and what it does by itself, for whoever asks. A script is answered without a page."""
    form = PreferencesForm(request.POST if request.method == "POST" else None, current=preferences_of(request))
    if not form.is_valid():
        page = {"form": form, "next": get_next_redirect_url(request)}
        return render(request, "accounts/settings.html", page, status=422 if form.is_bound else 200)
    if request.headers.get("HX-Request"):
        response = HttpResponse(status=204)
    else:
        messages.success(request, _("Your settings are saved."))
        response = redirect(get_next_redirect_url(request) or "accounts:settings")
    keep(request, response, form.chosen())
    return response


def _person(request: HttpRequest) -> User:
    """Who is logged in. PermissionDenied for others: these forms stand only where somebody is."""
    if not request.user.is_authenticated:
        raise PermissionDenied
    return request.user


@require_POST
def push(request: HttpRequest) -> HttpResponse:
    """Tell me in this browser when it is my turn. Posted by a script, which goes by the status."""
    person, form = _person(request), PushForm(request.POST)
    if not is_within_limit(request, "push", user=person):
        return HttpResponse(status=429)
    if not form.is_valid():
        return HttpResponse(status=422)
    subscription = subscribe(person, form.cleaned_data, now=timezone.now())
    request.session[SESSION_KEY] = subscription.pk
    return HttpResponse(status=204)


@require_POST
def push_stop(request: HttpRequest) -> HttpResponse:
    """Do not tell me in this browser any more."""
    _person(request)
    if subscription := subscription_of(request):
        subscription.delete()
    return HttpResponse(status=204)


@require_POST
def turn_mail(request: HttpRequest) -> HttpResponse:
    """Switch mail about one's turn on or off."""
    person = _person(request)
    switch(person, on=request.POST.get("on") == "1")
    return redirect("accounts:profile", person.username)


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def turn_mail_stop(request: HttpRequest, token: str) -> HttpResponse:
    """Where the link in such a mail leads: one button, that a mail program may press by itself (RFC 8058).

    The token is all it takes, from whatever page. A GET changes nothing: mail programs look where links lead.
    """
    person = reader(token)
    if person is None:
        raise Http404(_("This link is not complete."))
    if request.method == "POST":
        switch(person, on=False)
    return render(request, "accounts/turn_mail_stop.html", {"done": request.method == "POST"})


def _for_visitors_and_guests(view: View) -> View:
    """Somebody with an account has no business on the pages where one gets in; a guest has."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if has_account(request.user):
            return redirect(get_next_redirect_url(request) or "games:home")
        return view(request, *args, **kwargs)

    return answer


def _for_accounts(view: View) -> View:
    """A guest has no password and no address to look after: he is shown where to get them."""

    @never_cache
    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated and request.user.is_guest:
            messages.info(request, _("Guests have no password. Sign up first: your matches stay yours."))
            return HttpResponseRedirect(f"{reverse('account_signup')}?{urlencode({'next': request.path})}")
        if request.user.is_authenticated and not request.user.has_usable_password():
            return redirect("account_reset_password")  # made on the command line without a password
        return view(request, *args, **kwargs)

    return answer


class _SignUp(allauth_views.SignupView):
    def form_valid(self, form: Any) -> HttpResponse:
        """Sign up; a name that was taken in the meantime is an error of the form like any other."""
        try:
            response: HttpResponse = super().form_valid(form)
        except NameTaken:
            form.add_error("username", get_adapter().validation_error("username_taken"))
            response = self.form_invalid(form)
        except NoGuestAnyMore:
            form.add_error(None, _("You have already signed up, in another window."))
            response = self.form_invalid(form)
        else:
            response.delete_cookie(COOKIE, samesite="Lax")  # what it held went into the account
        return response

    def get_success_url(self) -> str | None:
        """Where the visitor came from; a guest's profile has moved to the new name."""
        url: str | None = super().get_success_url()
        guest = self.request.user
        if guest.is_authenticated and url == reverse("accounts:profile", args=[guest.username]):
            return reverse("accounts:profile", args=[self.user.username])
        return url


class _LogOut(allauth_views.LogoutView):
    def post(self, *args: Any, **kwargs: Any) -> HttpResponse:
        """Log out; a guest, who can never log in again, is asked first."""
        if self.request.user.is_authenticated and self.request.user.is_guest and "leave" not in self.request.POST:
            return self.render_to_response(self.get_context_data())
        response: HttpResponse = super().post(*args, **kwargs)
        return response


class _ConfirmEmail(allauth_views.ConfirmEmailView):
    def logout_other_user(self, confirmation: Any) -> None:
        """Stay logged in: a link in a mail must not end somebody's session, least of all a guest's only one."""


class _NewPassword(allauth_views.PasswordResetFromKeyView):
    def logout(self) -> None:
        """Stay logged in, as above."""


sign_up = _for_visitors_and_guests(_SignUp.as_view())
log_in = _for_visitors_and_guests(allauth_views.login)
log_out = _LogOut.as_view()
reauthenticate = _for_accounts(allauth_views.reauthenticate)
email = _for_accounts(allauth_views.email)
confirm_email = _ConfirmEmail.as_view()
change_password = _for_accounts(allauth_views.password_change)
reset_password = allauth_views.password_reset
reset_password_done = allauth_views.password_reset_done
new_password = _NewPassword.as_view()
new_password_done = allauth_views.password_reset_from_key_done
inactive = allauth_views.account_inactive
