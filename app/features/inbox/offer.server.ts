import { eq } from 'drizzle-orm'
import { checkAvailability } from '#app/features/availability/availability.server.ts'
import { listTakenNights } from '#app/features/availability/taken-nights.server.ts'
import { findImages } from '#app/features/media/media.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, dateInZone, eachNight, type IsoDate } from '#app/shared/dates.ts'
import type { Conversation, Offer, OfferedHome, RequestedStay } from './conversations.ts'
import type { HeldOffer } from './held-offers.server.ts'

/** So many nights are shown, some of them before the dates. */
const [SHOWN, BEFORE] = [14, 3]

/** What the last message asks for, with the price that a quote would have. Null if nobody asks. */
export async function getOffer(
  services: Services,
  { entries }: Pick<Conversation, 'entries'>,
  held: readonly HeldOffer[],
): Promise<Offer | null> {
  const asking = entries.findLast((entry) => (entry.kind === 'form' || entry.kind === 'in') && entry.asked)
  const asked = asking && 'asked' in asking ? asking.asked : null
  if (!asking || !asked) return null
  return { id: asking.id, asked, home: asked.property === '' ? null : await getHome(services, asked, held) }
}

async function getHome(
  services: Services,
  asked: RequestedStay,
  held: readonly HeldOffer[],
): Promise<OfferedHome | null> {
  const { db, clock } = services
  const [home] = await db.select().from(properties).where(eq(properties.slug, asked.property))
  if (!home) return null
  const now = clock.now()
  const { checkIn, nights } = asked
  const first = checkIn === '' ? dateInZone(now, home.timeZone) : addDays(checkIn, -BEFORE)
  const taken = await listTakenNights(db, home.id, { from: first, to: addDays(first, SHOWN) }, { now })
  const images = await findImages({ db }, home.images.slice(0, 1))
  return {
    first,
    property: home.name,
    image: images.get(home.images[0] ?? '') ?? null,
    nights: eachNight(first, addDays(first, SHOWN)).map((night) => !taken.has(night)),
    stay:
      checkIn === '' || nights === ''
        ? null
        : await priceOf(services, { propertyId: home.id, asked: { ...asked, checkIn, nights }, held }),
  }
}

type Priced = {
  propertyId: string
  asked: RequestedStay & { checkIn: IsoDate; nights: number }
  held: readonly HeldOffer[]
}

async function priceOf(services: Services, { propertyId, asked, held }: Priced): Promise<OfferedHome['stay']> {
  const { checkIn, nights, adults, children } = asked
  const dates = { checkIn, checkOut: addDays(checkIn, nights) }
  const own = held.find(
    (hold) => hold.property.id === propertyId && hold.nights.from < dates.checkOut && checkIn < hold.nights.to,
  )
  if (own) return { ...dates, total: null, refusal: '', held: own.until }
  const check = await checkAvailability(services, { propertyId, ...dates, adults, children, infants: 0, pets: 0 })
  return check.ok
    ? { ...dates, total: check.price.total, refusal: '', held: null }
    : { ...dates, total: null, refusal: check.message, held: null }
}
