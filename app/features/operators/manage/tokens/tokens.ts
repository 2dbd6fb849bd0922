import type { TokenScope } from '#app/shared/roles.ts'

/** How long a token works, in days. */
export const TOKEN_DAYS = { '30': '30 days', '90': '90 days', '365': 'A year' } as const

/** A token as operators see it: never itself. Moments are text. */
export type ListedToken = {
  id: string
  name: string
  scopes: TokenScope[]
  until: string
  hasEnded: boolean
  lastUsed: string | null
}
