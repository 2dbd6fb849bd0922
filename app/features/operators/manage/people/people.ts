import type { Role } from '#app/shared/roles.ts'

/** Somebody who may sign in. Moments are text. */
export type Person = {
  id: string
  username: string
  email: string | null
  role: Role
  propertyIds: string[] | null
  isSuspended: boolean
  /** A passkey, or an app that shows codes. */
  hasFactor: boolean
  sessions: number
  lastSeen: string | null
}
