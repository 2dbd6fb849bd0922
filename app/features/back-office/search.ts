import { MORE, PLACES } from './places.ts'

/** Something that was found. `detail` helps to tell it from others. */
export type Found = { to: string; label: string; detail: string }
export type FoundGroup = { title: string; found: Found[]; more: { to: string; label: string } | null }

const DETAILS: Record<string, string> = {
  '/admin': 'What waits for you, and who comes and goes',
  '/admin/bookings': 'Requests and stays',
  '/admin/calendar': 'Every home day by day',
  '/admin/inbox': 'Messages of guests and owners',
  '/admin/more': 'What is needed less than every day',
}

const PAGES: Found[] = [
  ...PLACES.map((place) => ({ ...place, detail: DETAILS[place.to] ?? '' })),
  { to: '/admin/bookings/new', label: 'New booking', detail: 'Book for a guest by phone or in person' },
  ...MORE,
]

/** The pages of the back office with all of these words in their name or description. */
export function findPages(search: string): Found[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return PAGES.filter(({ label, detail }) => words.every((word) => `${label} ${detail}`.toLowerCase().includes(word)))
}
