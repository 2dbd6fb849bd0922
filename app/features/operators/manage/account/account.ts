import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'

/** A session as its operator sees it. Moments are text. */
export type ListedSession = {
  id: string
  browser: string
  address: string
  since: string
  lastSeen: string
  isThis: boolean
}

/** A passkey as its operator sees it. */
export type ListedPasskey = { id: string; name: string; added: string; lastUsed: string | null }

/** Values that the page shows once: how to add the app, the new recovery codes, or a device's challenge. */
export type ShownOnce =
  | { app: { secret: string; picture: string } }
  | { codes: string[] }
  | { passkey: Omit<PublicKeyCredentialCreationOptionsJSON, 'extensions'> }
