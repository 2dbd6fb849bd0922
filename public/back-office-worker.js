// The service worker of the back office: notifications of requests and messages.

const TOLD = {
  request: { title: 'New request', path: '/admin/bookings' },
  message: { title: 'New message', path: '/admin/inbox' },
}

self.addEventListener('push', (event) => {
  const { kind, property } = event.data?.json() ?? {}
  const { title, path } = TOLD[kind] ?? TOLD.message
  const body = property ?? ''
  // The next one of the kind takes its place, and rings again.
  const options = { body, tag: kind, renotify: true, icon: '/icon-192.png', data: { path } }
  event.waitUntil(self.registration.showNotification(title, options))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path } = event.notification.data
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then(async (windows) => {
      const open = windows.find(({ url }) => new URL(url).pathname === path)
      return open ? open.focus() : self.clients.openWindow(path)
    }),
  )
})
