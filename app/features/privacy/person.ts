import type { IsoDate } from '#app/shared/dates.ts'
import { emailInput } from '#app/shared/input/typed-input.ts'

const EMAIL = 'Please enter an email address, such as ada@example.com'

/** The address that a person is found by. */
export const personEmail = emailInput(EMAIL)

/** One kind of stored data about a person: how many, from when to when, and how long it is stored. */
type StoredKind = {
  name: string
  count: number
  from: IsoDate
  to: IsoDate
  /** The day on which the last of it is deleted; null while it is in use. */
  until: IsoDate | null
  why: string
}

/**
 * The stored data about a person. `mentioned`: tables in which somebody else's words have the address, and how often.
 */
export type PersonSummary = { email: string; kinds: StoredKind[]; mentioned: { table: string; count: number }[] }

/** Why nothing is erased yet. */
export const stillNeeded = (references: string[]) =>
  `Nothing was erased: ${references.join(', ')} is still ahead or unsettled. Cancel it first.`

/** Next steps and facts after erasing a person. */
export function afterErasing(left: string[]): string[] {
  const mentions = `The address is still mentioned in ${left.join(', ')}, in someone else’s words. Please check there yourself.`
  return [
    ...(left.length > 0 ? [mentions] : []),
    'This doesn’t reach backups, dumps, sent email, or the Stripe account.',
  ]
}
