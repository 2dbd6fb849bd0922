import { factsSchema } from '#app/features/properties/facts.ts'
import { hostSchema } from '#app/features/properties/host.ts'
import { bedsSchema, presentationSchema } from '#app/features/properties/presentation.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { arrivalGuides, properties, propertyUnits, reviews, rooms, unitImages } from '#app/platform/db/schema.server.ts'
import { cancellationPolicySchema } from '#app/shared/cancellation-policy.ts'
import { numericFromCents } from '#app/shared/money.ts'
import { loadPrices } from './load-prices.ts'
import { prices } from './prices.ts'
import { cancellationPolicy, type PropertyRecord, propertyImage } from './property.ts'
import { sampleFacts, sampleHost } from './sample-facts.ts'
import { sampleGuides } from './sample-guides.ts'
import { sampleReviews } from './sample-reviews.ts'

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
    presentation: presentationSchema.parse(property.presentation),
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
    published: true,
    demo,
  })
  for (const [unitOrder, { id: unitId, name, images }] of property.units.entries()) {
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
  const samples = demo ? (sampleReviews[slug] ?? []) : []
  if (samples.length > 0) {
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
}
