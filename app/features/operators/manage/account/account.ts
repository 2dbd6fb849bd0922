/** A session as its operator sees it. Moments are text. */
export type ListedSession = {
  id: string
  browser: string
  address: string
  since: string
  lastSeen: string
  isThis: boolean
}
