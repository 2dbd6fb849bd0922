import { asc, ilike, or } from 'drizzle-orm'
import { findBookings } from '#app/features/bookings/manage/list/booking-list.server.ts'
import { queryOfFilter, STATUS_WORDS } from '#app/features/bookings/manage/list/booking-list.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatSpanWithYear } from '#app/shared/dates-with-year.ts'
import { may } from '#app/shared/may.ts'
import { bookingPath } from '#app/shared/paths/booking-path.ts'
import { countOf } from '#app/shared/words.ts'
import { maySeeAt } from './page-scopes.ts'
import { ALL_PAGES } from './places.ts'

/** Something that was found. `detail` helps to tell it from others. */
type Found = { to: string; label: string; detail: string }
type FoundGroup = { title: string; found: Found[]; more: { to: string; label: string } | null }

/** How many of each kind are shown. */
const SHOWN = 8

/** Guests and references, homes, and pages that match; groups without a match are left out. Two statements. */
export async function search(
  services: Pick<Services, 'db' | 'clock'>,
  typed: string,
  by: Operator,
): Promise<FoundGroup[]> {
  const text = typed.trim().slice(0, 200)
  if (text === '') return []
  const groups = [
    await searchBookings(services, text, by),
    ...(may(by, 'content:read') ? [await searchProperties(services, text)] : []),
  ]
  const pages = { title: 'Pages', found: findPages(text).filter(({ to }) => maySeeAt(by, to)), more: null }
  return [...groups, pages].filter(({ found }) => found.length > 0)
}

async function searchBookings(
  services: Pick<Services, 'db' | 'clock'>,
  text: string,
  by: Operator,
): Promise<FoundGroup> {
  const filter = { view: 'all' as const, search: text, property: '', page: 1 }
  const { rows, total } = await findBookings(services, filter, { by, limit: SHOWN })
  const found = rows.map(({ reference, guestName, property, checkIn, checkOut, status }) => ({
    to: bookingPath(reference),
    label: guestName,
    detail: [property, formatSpanWithYear(checkIn, checkOut), STATUS_WORDS[status], reference].join(' · '),
  }))
  const all = { to: `/admin/bookings${queryOfFilter(filter)}`, label: `All ${countOf(total, 'booking')}` }
  return { title: 'Guests and bookings', found, more: total > SHOWN ? all : null }
}

async function searchProperties({ db }: Pick<Services, 'db'>, text: string): Promise<FoundGroup> {
  const part = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  const { name, slug, location, displayOrder } = properties
  const rows = await db
    .select({ name, slug, location })
    .from(properties)
    .where(or(ilike(name, part), ilike(slug, part), ilike(location, part)))
    .orderBy(asc(displayOrder), asc(name))
    .limit(SHOWN)
  const found = rows.flatMap((property): Found[] => [
    { to: `/admin/homes/${property.slug}/prices`, label: property.name, detail: `${property.location} · prices` },
    {
      to: `/admin/homes/${property.slug}/rules`,
      label: property.name,
      detail: 'Stay rules, payment, and cancellation',
    },
    { to: `/admin/homes/${property.slug}/photos`, label: property.name, detail: 'Photos, their words and order' },
    {
      to: `/admin/homes/${property.slug}/page`,
      label: property.name,
      detail: 'Texts, rooms, facts, and everything on its page',
    },
    { to: `/admin/homes/${property.slug}/guide`, label: property.name, detail: 'Arrival guide, door code, and Wi-Fi' },
    { to: `/admin/bookings?view=all&property=${property.slug}`, label: property.name, detail: 'Its bookings' },
    { to: `/admin/bookings/new?property=${property.slug}`, label: property.name, detail: 'Book for a guest' },
  ])
  return { title: 'Homes', found, more: null }
}

/** The pages and actions that a search may find. */
const SEARCH_PAGES: Found[] = [
  ...ALL_PAGES,
  { to: '/admin/more', label: 'More', detail: 'Every place of the back office' },
  { to: '/admin/bookings/new', label: 'New booking', detail: 'Book for a guest by phone or in person' },
  { to: '/admin/inbox/new', label: 'New message', detail: 'Write to a guest, or to any address' },
  { to: '/admin/calendar', label: 'Block nights', detail: 'Close nights of a home, or change their price' },
  { to: '/admin/money', label: 'Record a payment', detail: 'A check, a transfer, or cash of a guest' },
  { to: '/admin/homes#add-home', label: 'Add a home', detail: 'As a draft, from scratch or from another one' },
  { to: '/admin/calendars', label: 'Add a calendar', detail: 'Of Airbnb, Vrbo, or another site' },
]

/** The pages and actions of the back office with all of these words in their name or description. */
export function findPages(search: string): Found[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return SEARCH_PAGES.filter(({ label, detail }) =>
    words.every((word) => `${label} ${detail}`.toLowerCase().includes(word)),
  )
}
