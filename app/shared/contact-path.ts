import type { Stay } from './stay.ts'

/** Where one writes to the operator: with the home by its slug, the dates, and the booking by its token, when they are known (docs/features/contact.md). */
export function contactPath(about: {
  property?: string
  stay?: Pick<Stay, 'checkIn' | 'checkOut'> | null
  stayToken?: string
}): string {
  const query = new URLSearchParams()
  if (about.property) query.set('property', about.property)
  if (about.stay) {
    query.set('checkin', about.stay.checkIn)
    query.set('checkout', about.stay.checkOut)
  }
  if (about.stayToken) query.set('stayToken', about.stayToken)
  return query.size > 0 ? `/contact?${query}` : '/contact'
}
