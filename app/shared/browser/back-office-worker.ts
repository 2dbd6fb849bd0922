/** Starts the service worker of the back office, for the addresses that begin with `/admin`. Only with https. */
export async function registerBackOfficeWorker(): Promise<void> {
  if ('serviceWorker' in navigator)
    await navigator.serviceWorker.register('/back-office-worker.js', { scope: '/admin' })
}
