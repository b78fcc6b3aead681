"""URLs of people. django-allauth looks for its pages by the names it gave them; those that are used are listed."""

from django.urls import include, path, re_path

from accounts import views

people = [
    path("@<str:username>/", views.profile, name="profile"),
    path("settings/", views.settings, name="settings"),
    path("accounts/guest/", views.guest, name="guest"),
    path("accounts/push/", views.push, name="push"),
    path("accounts/push/stop/", views.push_stop, name="push_stop"),
    path("accounts/turn-mail/", views.turn_mail, name="turn_mail"),
    path("accounts/turn-mail/<str:token>/", views.turn_mail_stop, name="turn_mail_stop"),
]

account = [
    path("signup/", views.sign_up, name="account_signup"),
    path("login/", views.log_in, name="account_login"),
    path("logout/", views.log_out, name="account_logout"),
    path("inactive/", views.inactive, name="account_inactive"),
    path("reauthenticate/", views.reauthenticate, name="account_reauthenticate"),
    path("email/", views.email, name="account_email"),
    re_path(r"^confirm-email/(?P<key>[-:\w]+)/$", views.confirm_email, name="account_confirm_email"),
    path("password/change/", views.change_password, name="account_change_password"),
    path("password/reset/", views.reset_password, name="account_reset_password"),
    path("password/reset/done/", views.reset_password_done, name="account_reset_password_done"),
    path("password/reset/key/done/", views.new_password_done, name="account_reset_password_from_key_done"),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        views.new_password,
        name="account_reset_password_from_key",
    ),
]

urlpatterns = [path("", include((people, "accounts"))), path("accounts/", include(account))]
