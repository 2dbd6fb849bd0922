import type { Stay } from '../stay.ts'

/**
 * The path of the contact form, with the property slug, dates and booking token if known (docs/features/contact.md).
 */
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
