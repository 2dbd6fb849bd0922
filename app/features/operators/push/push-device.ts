import { registerBackOfficeWorker } from '#app/shared/browser/back-office-worker.ts'
import { PUSH_PATH, type PushState } from './push.ts'

/** Whether this browser can show notifications. On an iPhone only an app of the home screen can. */
export const canBeTold = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

const call = (method: 'POST' | 'DELETE', body?: string) =>
  fetch(PUSH_PATH, { method, ...(body && { body, headers: { 'content-type': 'application/json' } }) })

/** Whether the site tells this device of requests and messages. */
export async function isTold(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration('/admin')
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return false
  const answer = await fetch(PUSH_PATH, { cache: 'no-store' })
  return answer.ok && ((await answer.json()) as PushState).isOn
}

/** Asks the operator, and switches them on. Returns why not. */
export async function switchOn(): Promise<string | null> {
  if ((await Notification.requestPermission()) !== 'granted')
    return 'This browser doesn’t allow notifications of this site. Allow them in its settings, then try again.'
  const answer = await fetch(PUSH_PATH, { cache: 'no-store' })
  if (!answer.ok) return 'We couldn’t switch them on. Please try again.'
  const { publicKey } = (await answer.json()) as PushState
  await registerBackOfficeWorker()
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  // It is of an earlier key after a restore.
  const subscription = await pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe()
    return pushManager.subscribe(options)
  })
  const stored = await call('POST', JSON.stringify(subscription))
  return stored.ok ? null : 'We couldn’t switch them on. Please try again.'
}

/** Switches them off, in the browser and on the site. */
export async function switchOff(): Promise<string | null> {
  const registration = await navigator.serviceWorker.getRegistration('/admin')
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
  return (await call('DELETE')).ok ? null : 'We couldn’t switch them off. Please try again.'
}
