import { eq } from 'drizzle-orm'
import { questionsOf } from '#app/features/pricing/manage/price-questions.ts'
import { getPricedProperty } from '#app/features/pricing/price-settings.server.ts'
import { sleepsOf } from '#app/features/properties/beds.ts'
import { cancellationWords } from '#app/features/properties/cancellation-policy.ts'
import { presentationSchema } from '#app/features/properties/presentation.ts'
import {
  type properties,
  propertyUnits,
  reviews,
  unitImages,
} from '#app/features/properties/properties.tables.server.ts'
import { hasStreet } from '#app/features/properties/properties.ts'
import { hostOf, listRooms, presentationOf } from '#app/features/properties/property-records.server.ts'
import { FEWEST_IMAGES } from '#app/features/properties/vacation-rental.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { countOf } from '#app/shared/words.ts'
import { contradictions } from '../page/contradictions.ts'
import { zoneName } from '../page/time-zones.server.ts'
import type { EmptySection, Missing } from './publish-check.ts'

type Property = typeof properties.$inferSelect
type ReadServices = Pick<Services, 'clock' | 'log'>

/** The missing or contradictory content of a home, required content first. */
export async function listMissing(services: ReadServices, tx: Tx, property: Property): Promise<Missing[]> {
  const reads = { ...services, db: tx }
  const missing = [
    ...(await imagesMissing(tx, property)),
    ...(await pricesMissing(reads, property)),
    ...factsMissing(property),
    ...(await roomsMissing(reads, property)),
    ...(await textsMissing(reads, property)),
  ]
  const order = ['must', 'should', 'may']
  return missing.toSorted((a, b) => order.indexOf(a.level) - order.indexOf(b.level))
}

const empty = (level: Missing['level'], section: EmptySection, words: string): Missing => ({
  level,
  section,
  words,
  form: section,
})

async function imagesMissing(tx: Tx, property: Property): Promise<Missing[]> {
  const shown = await tx
    .select({ path: unitImages.gcsPath, alt: unitImages.altText, category: unitImages.category })
    .from(unitImages)
    .innerJoin(propertyUnits, eq(propertyUnits.id, unitImages.unitId))
    .where(eq(propertyUnits.propertyId, property.id))
  const count = new Set([...property.images, ...shown.map(({ path }) => path)]).size
  const wordless = shown.filter(({ alt }) => alt.trim() === '').length
  const has = (word: string) => shown.some(({ alt, category }) => `${category} ${alt}`.toLowerCase().includes(word))
  const found: Missing[] = []
  if (count === 0) found.push(empty('must', 'images', 'No photo'))
  const should = (words: string) => found.push({ level: 'should', words, form: 'images' })
  if (count > 0 && count < FEWEST_IMAGES) {
    should(`${countOf(count, 'photo')} of the ${FEWEST_IMAGES} that Google wants before it lists a vacation rental`)
  }
  if (count > 0 && !has('bed')) should('No photo of a bedroom')
  if (count > 0 && !has('bath')) should('No photo of a bathroom')
  if (wordless > 0) should(`${countOf(wordless, 'photo')} without a description`)
  return found
}

async function pricesMissing(reads: ReadServices & { db: Tx }, property: Property): Promise<Missing[]> {
  const settings = (await getPricedProperty(reads, property.slug))?.settings
  if (!settings) return []
  const found: Missing[] = []
  if (settings.nightly.price === null) found.push({ level: 'must', words: 'No nightly price', form: 'nightly' })
  const questions = questionsOf(settings)
  if (settings.nightly.price !== null && questions.includes('no-tax'))
    found.push({ level: 'must', words: 'No tax, and nobody has said that there is none', form: 'taxes' })
  const refund = `Guests who cancel: ${cancellationWords(settings.cancellation)}`
  found.push({ level: 'should', words: refund, form: 'cancellation' })
  if (questions.includes('no-minimum'))
    found.push({ level: 'should', words: 'Guests can book a single night', form: 'stayRules' })
  return found
}

/** The default facts of a new home must be confirmed, too. */
function factsMissing(property: Property): Missing[] {
  const { bedrooms, bathrooms, maxPets, maxInfants, checkInTime, checkOutTime, timeZone } = property
  const limits = [maxPets === 0 ? ['no pets'] : [], maxInfants === 0 ? ['no infants'] : []].flat()
  const figures = [countOf(bedrooms, 'bedroom'), countOf(Number(bathrooms), 'bath'), ...limits].join(', ')
  const times = `Check-in from ${checkInTime}, check-out by ${checkOutTime}, ${zoneName(timeZone)}`
  const found: Missing[] = [
    { level: 'should', words: `Guests read: ${figures}`, form: 'figures' },
    { level: 'should', words: times, form: 'place' },
  ]
  if (!hasStreet(property)) found.push({ level: 'must', words: 'No street address', form: 'place' })
  if (property.latitude === null || property.longitude === null)
    found.push({ level: 'should', words: 'No place on the map: search engines ask for it', form: 'place' })
  return found
}

async function roomsMissing(reads: ReadServices & { db: Tx }, property: Property): Promise<Missing[]> {
  const rooms = await listRooms(reads, property.id)
  if (sleepsOf(rooms.flatMap(({ beds }) => beds)) === 0) return [empty('must', 'rooms', 'No rooms with beds')]
  const words = contradictions({
    maxGuests: property.maxGuests,
    bathrooms: Number(property.bathrooms),
    rooms,
  }).maxGuests
  return words ? [{ level: 'must', words, form: 'rooms' }] : []
}

async function textsMissing(reads: ReadServices & { db: Tx }, property: Property): Promise<Missing[]> {
  const said = await presentationOf(reads, presentationSchema, property)
  const host = await hostOf(reads, property)
  const written = await reads.db.select().from(reviews).where(eq(reviews.propertyId, property.id))
  const found: Missing[] = []
  if (written.some(({ source }) => source.trim() === ''))
    found.push({ level: 'must', words: 'A review without its source', form: 'reviews' })
  if (said.lead === '' && said.story.length === 0) found.push(empty('should', 'story', 'No story'))
  if (said.amenityGroups.length === 0) found.push(empty('should', 'amenities', 'No amenities'))
  if (written.length === 0) found.push(empty('may', 'reviews', 'No reviews'))
  if (said.questions.length === 0) found.push(empty('may', 'questions', 'No questions and answers'))
  if (!said.surroundings) found.push(empty('may', 'surroundings', 'No map of what is near'))
  if (!host.firstName) found.push(empty('may', 'host', 'No host'))
  return found
}
