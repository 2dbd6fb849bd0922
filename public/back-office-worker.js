// The service worker of the back office: notifications of requests and messages, and Today without a connection.

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

/** A copy of Today that is older than this is of no use. */
const OLDEST_MS = 24 * 60 * 60 * 1000

async function offlineCopy() {
  const cache = await caches.open('back-office')
  const copy = await cache.match('/admin/offline')
  return copy && Date.now() - Date.parse(copy.headers.get('x-seen-at')) < OLDEST_MS ? copy : null
}

self.addEventListener('activate', (event) => {
  // A page is requested while the worker starts.
  event.waitUntil(self.registration.navigationPreload?.enable())
})

self.addEventListener('fetch', (event) => {
  const { mode, method } = event.request
  if (mode !== 'navigate' || method !== 'GET') return
  const fetched = Promise.resolve(event.preloadResponse).then((preloaded) => preloaded ?? fetch(event.request))
  event.respondWith(fetched.catch(async () => (await offlineCopy()) ?? Response.error()))
})
