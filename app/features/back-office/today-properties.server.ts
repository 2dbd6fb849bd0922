import { inArray, notInArray, or } from 'drizzle-orm'
import { type HeldOffer, listHeldOffers } from '#app/features/inbox/held-offers.server.ts'
import { findImages } from '#app/features/media/media.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addDays, eachNight, formatDate, formatSpan, type IsoDate, spansOf } from '#app/shared/dates.ts'
import { listOf } from '#app/shared/words.ts'
import { listNightsAhead } from './nights-ahead.server.ts'
import type { NightUse, TodayProperty, TodayStay } from './today.ts'

const NIGHTS = 14

/** With more homes than this, the calendar has the rest. */
const MOST = 100

const TONIGHT: Record<NightUse, string> = {
  vacant: 'Vacant tonight',
  request: 'Requested tonight',
  booking: 'Booked tonight',
  import: 'Booked on another site',
  hold: 'A guest is booking it',
  owner: 'Blocked for the owner',
  closed: 'Blocked tonight',
}

/**
 * The homes that are rented, and others while guests are there. Each has its photo, who is there tonight, and the nights
 * from then on. It says who has some of them on hold. Three statements, and one more for that.
 */
export async function listTodayProperties(services: Services, stays: readonly TodayStay[]): Promise<TodayProperty[]> {
  const occupied = stays.filter((stay) => stay.status === 'confirmed' && has(stay, stay.today))
  const where = or(
    notInArray(properties.status, ['draft', 'retired']),
    inArray(
      properties.id,
      occupied.map(({ propertyId }) => propertyId),
    ),
  )
  const rented = await listNightsAhead(services, { nights: NIGHTS, limit: MOST, where })
  const hasHold = rented.some(({ uses }) => uses.includes('hold'))
  const held = hasHold ? await listHeldOffers(services) : []
  const covers = await findImages(
    services,
    rented.flatMap(({ images }) => images.slice(0, 1)),
  )
  return rented.map(({ id, slug, name, images, tonight, uses }) => {
    const own = stays.filter(({ propertyId }) => propertyId === id)
    const inHouse = own.find((stay) => stay.status === 'confirmed' && has(stay, tonight)) ?? null
    const requests = own.filter(({ status }) => status === 'pending')
    const nights = eachNight(tonight, addDays(tonight, NIGHTS))
    const holds = held.filter(({ property }) => property.id === id)
    return {
      slug,
      name,
      cover: covers.get(images[0] ?? '') ?? null,
      guest: inHouse && guestOf(inHouse),
      words: inHouse ? wordsOfStay(inHouse, tonight) : wordsOfNight(uses[0] ?? 'vacant', own, tonight),
      uses: uses.map((use, at) => (requests.some((stay) => has(stay, nights[at] ?? '')) ? 'request' : use)),
      holds: holds.filter((hold) => nights.some((night) => hasNight(hold, night))).map(holdOf),
      vacancy: vacancyWords(nights.filter((_, at) => uses[at] === 'vacant')),
      last: addDays(tonight, NIGHTS - 1),
    }
  })
}

const has = ({ checkIn, checkOut }: TodayStay, night: IsoDate) => checkIn <= night && night < checkOut

const hasNight = ({ nights: { from, to } }: HeldOffer, night: IsoDate) => from <= night && night < to

const holdOf = ({ offer, nights: { from, to }, until, guest }: HeldOffer) => ({
  id: offer,
  conversation: guest.conversation,
  words: `${formatSpan(from, to)}: on hold for ${guest.name}, until ${until}`,
})

const guestOf = ({ reference, guestName, guestPhone, guestEmail }: TodayStay) => ({
  reference,
  name: guestName,
  phone: guestPhone,
  email: guestEmail,
})

function wordsOfStay({ checkIn, checkOut, adults, children }: TodayStay, tonight: IsoDate): string {
  const end = checkOut === addDays(tonight, 1) ? 'checks out tomorrow' : `until ${formatDate(checkOut)}`
  return `${adults + children}, ${checkIn === tonight ? 'checks in today' : end}`
}

function wordsOfNight(use: NightUse, stays: readonly TodayStay[], tonight: IsoDate): string {
  const request = stays.find((stay) => stay.status === 'pending' && has(stay, tonight))
  if (request) return `${request.guestName} requests tonight`
  const leaves = stays.some(({ status, checkOut }) => status === 'confirmed' && checkOut === tonight)
  return use === 'vacant' && leaves ? 'Check-out today, vacant tonight' : TONIGHT[use]
}

function vacancyWords(vacant: readonly IsoDate[]): string {
  const spans = spansOf(vacant).map(({ from, to }) => formatSpan(from, to))
  return spans.length > 0 ? `Vacant ${listOf(spans)}` : `No vacant night in the next ${NIGHTS}`
}
