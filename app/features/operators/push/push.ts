/** Where a device is switched on and off, and where it asks. */
export const PUSH_PATH = '/admin/push.json'

/** The site’s public key, and whether the session’s device is told. */
export type PushState = { publicKey: string; isOn: boolean }
