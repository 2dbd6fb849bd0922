import { storedFee } from '#app/features/pricing/charge-choices.ts'
import { fees, nightlyRates, seasons, taxes } from '#app/features/pricing/pricing.tables.server.ts'
import { cancellationPolicySchema } from '#app/features/properties/cancellation-policy.ts'
import { factsSchema } from '#app/features/properties/facts.ts'
import { hostSchema } from '#app/features/properties/host.ts'
import { bedsSchema, presentationSchema } from '#app/features/properties/presentation.ts'
import {
  arrivalGuides,
  properties,
  propertyUnits,
  reviews,
  rooms,
  unitImages,
} from '#app/features/properties/properties.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { numericFromCents } from '#app/shared/money.ts'
import { type PriceRecord, prices } from './prices.ts'
import { cancellationPolicy, type PropertyRecord, propertyImage } from './properties/property.ts'
import { sampleFacts, sampleHost } from './sample-facts.ts'
import { sampleGuides } from './sample-guides.ts'

const SUNDAY_TO_THURSDAY = [0, 1, 2, 3, 4]
const FRIDAY_AND_SATURDAY = [5, 6]

/** Demo reviews, shown as samples and removed on going live (docs/decisions/009). By property slug. */
const sampleReviews: Record<string, string[]> = {
  'large-luxury': [
    'Three generations, one roof, and nobody fought over a bathroom.',
    'The cousins disappeared into the bunk room on Friday. We saw them again for pancakes.',
    'One long table, two kitchens, and a fire to sit by. That was the whole plan, and it was enough.',
  ],
  'luxury-amenities': [
    'We took a hot tub each. It was the quietest hour of the week.',
    'Sauna, snow, sauna, bed. The kids were asleep before the bunk lights went out.',
    'My father tried the massage chair for ten minutes. That was on Saturday.',
  ],
}

/** Writes one property with its units, images, rooms and, for the demo, its prices and sample reviews. */
export async function loadProperty(
  tx: Tx,
  property: PropertyRecord,
  options: { order: number; demo: boolean },
): Promise<void> {
  const { demo } = options
  const { id: propertyId, slug } = property.property
  const price = demo ? prices[slug] : undefined
  const sample = demo ? sampleFacts[slug] : undefined

  await tx.insert(properties).values({
    ...property.property,
    images: property.mosaic.map(propertyImage),
    presentation: presentationSchema.parse({
      ...property.presentation,
      sectionImages: property.sectionImages?.map(propertyImage),
    }),
    facts: factsSchema.parse({
      ...property.facts,
      ...sample?.facts,
      ...(sample && { sample: [...Object.keys(sample.facts), 'rooms'] }),
    }),
    host: hostSchema.parse(demo ? sampleHost : {}),
    cancellationPolicy: cancellationPolicySchema.parse(cancellationPolicy),
    pricePerNight: price ? numericFromCents(price.night.sundayToThursday) : null,
    cleaningFee: price ? numericFromCents(price.cleaning) : undefined,
    displayOrder: options.order,
    status: demo ? 'published' : 'draft',
    demo,
  })
  await loadUnits(tx, property)
  await tx.insert(rooms).values(
    property.rooms.map(({ name, beds }, displayOrder) => ({
      name,
      beds: bedsSchema.parse(beds),
      ...sample?.rooms[name],
      propertyId,
      displayOrder,
    })),
  )
  if (sample) await tx.insert(arrivalGuides).values({ ...sampleGuides[slug], propertyId, sample: true })
  if (price) await loadPrices(tx, propertyId, price)
  if (demo) await loadReviews(tx, property.property)
}

async function loadUnits(tx: Tx, { property: { id: propertyId }, units }: PropertyRecord): Promise<void> {
  for (const [unitOrder, { id: unitId, name, images }] of units.entries()) {
    const heroImage = images[0] ? propertyImage(images[0].file) : null
    await tx.insert(propertyUnits).values({ id: unitId, propertyId, name, heroImage, displayOrder: unitOrder })
    await tx.insert(unitImages).values(
      images.map(({ file, alt, caption, category }, displayOrder) => ({
        unitId,
        gcsPath: propertyImage(file),
        altText: alt,
        caption,
        category,
        displayOrder,
      })),
    )
  }
}

async function loadReviews(tx: Tx, { id: propertyId, slug }: PropertyRecord['property']): Promise<void> {
  const samples = sampleReviews[slug] ?? []
  if (samples.length === 0) return
  await tx.insert(reviews).values(
    samples.map((body, displayOrder) => ({
      propertyId,
      author: 'Sample guest',
      source: 'Sample',
      sample: true,
      body,
      displayOrder,
    })),
  )
}

/** Writes the rates of a property. The price for Sunday to Thursday out of season is in the property's own row. */
async function loadPrices(tx: Tx, propertyId: string, price: PriceRecord): Promise<void> {
  const own = { propertyId, demo: true }
  const { name, startsOn, endsOn, minimumStay } = price.season
  const [season] = await tx
    .insert(seasons)
    .values({ ...own, name, startsOn, endsOn, minimumStay })
    .returning({ id: seasons.id })
  if (!season) throw new Error('a season was not written')
  const rate = (seasonId: string | null, weekdays: number[], cents: number) => ({
    ...own,
    seasonId,
    weekdays,
    price: numericFromCents(cents),
  })
  await tx
    .insert(nightlyRates)
    .values([
      rate(null, FRIDAY_AND_SATURDAY, price.night.fridayAndSaturday),
      rate(season.id, SUNDAY_TO_THURSDAY, price.season.sundayToThursday),
      rate(season.id, FRIDAY_AND_SATURDAY, price.season.fridayAndSaturday),
    ])
  await tx.insert(taxes).values(price.taxes.map((tax, displayOrder) => ({ ...own, ...tax, displayOrder })))
  if (price.petFee !== null) {
    const pet = {
      ...own,
      ...storedFee('pet'),
      label: 'Pet fee',
      amount: numericFromCents(price.petFee),
    }
    await tx.insert(fees).values(pet)
  }
}
