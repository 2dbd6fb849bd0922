/** Somebody whom an operator can write to. `about` is their last stay, or nothing. */
export type Recipient = { email: string; name: string; about: string; reference: string | null }

/** The keys of the address: what is searched for, and who was chosen. */
export const FIND = 'q'
export const RECIPIENT = 'to'
export const BOOKING = 'booking'

/** The address of the page with a recipient chosen. */
export function pathOfRecipient({ email, reference }: Pick<Recipient, 'email' | 'reference'>, search: string): string {
  const query = new URLSearchParams({ [RECIPIENT]: email, [FIND]: search })
  if (reference) query.set(BOOKING, reference)
  return `/admin/inbox/new?${query}`
}
