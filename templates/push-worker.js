{% load i18n static %}// Shows a push message, { who, path }, as a notification, and opens the table when it is pressed.

async function open(path) {
  const pages = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => new URL(page.url).pathname === path);
  return there ? there.focus() : clients.openWindow(path);
}

self.addEventListener("push", (event) => {
  const { who, path } = event.data.json();
  const body = "{% filter escapejs %}{% translate '{name} is waiting for you.' %}{% endfilter %}".replace("{name}", () => who);
  const icon = "{% static 'img/mark.svg' %}";
  const title = "{% filter escapejs %}{% translate 'Your turn' %}{% endfilter %}";
  event.waitUntil(self.registration.showNotification(title, { body, icon, tag: path, data: path }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
