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
