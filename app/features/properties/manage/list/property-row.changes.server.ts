import { and, asc, eq, ne } from 'drizzle-orm'
import { z } from 'zod'
import { type CopiedPart, copyPrices, versionOfAll } from '#app/features/pricing/manage/copy-prices.server.ts'
import { getPricedProperty } from '#app/features/pricing/price-settings.server.ts'
import { properties, propertyAddresses, propertyUnits } from '#app/features/properties/properties.tables.server.ts'
import { timeZoneOfPlace } from '#app/features/properties/us-time-zones.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { checkedField, optionalField, wholeField } from '#app/platform/change/fields.server.ts'
import { undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { lineInput, optionalLine } from '#app/shared/input/typed-input.ts'
import { refuse } from '#app/shared/refusal.ts'
import { slugOf } from '#app/shared/slug.ts'
import { insertProperty } from '../new-property.server.ts'
import { TIME_ZONES } from '../page/time-zones.server.ts'
import { COPIED_OF_PROPERTY, type CopiedOfProperty } from './copied-of-property.ts'
import { publishDrafts, removeProperty, removeSamples } from './drafts.changes.server.ts'
import { lockPropertyRow } from './lock-property-row.server.ts'
import { propertyStatusChange } from './property-status.changes.server.ts'

const name = lineInput({
  min: 2,
  max: 200,
  tooShort: 'Please enter a name',
  tooLong: 'Please keep the name to 200 characters',
})
const place = lineInput({
  min: 2,
  max: 200,
  tooShort: 'Please enter a place',
  tooLong: 'Please keep the place to 200 characters',
})

const PRICES: CopiedPart[] = ['nightly', 'seasons', 'fees', 'taxes', 'discounts']
const RULES: CopiedPart[] = ['stayRules', 'payment', 'cancellation']
const partsOf = (take: readonly CopiedOfProperty[]): CopiedPart[] => [
  ...(take.includes('prices') ? PRICES : []),
  ...(take.includes('rules') ? RULES : []),
]

/** Adds a draft, with copied parts of another home. */
const addProperty = defineChange({
  scope: 'content:write',
  name: 'property.drafted',
  words: 'Home added as a draft',
  facts: { name: { label: 'Name', kind: 'line' }, location: { label: 'Place', kind: 'line' } },
  undo: 'Remove the draft instead.',
  form: z.object({
    name,
    location: place,
    maxGuests: wholeField(1, 99),
    from: optionalLine({ max: 200, tooLong: 'Please choose one of the list' }),
    take: checkedField(z.enum(Object.keys(COPIED_OF_PROPERTY) as [CopiedOfProperty, ...CopiedOfProperty[]])),
    /** Asked where the place does not say it. */
    timeZone: optionalField(
      boundedText(100).refine((zone) => TIME_ZONES.includes(zone), 'Please choose one of the list'),
    ),
    key: boundedText(100).optional(),
  }),
  once: 'properties',
  run: async (tx, { from, take, key: _, timeZone, ...typed }, { services, now }) => {
    const [other] = from ? await tx.select().from(properties).where(eq(properties.slug, from)) : []
    if (from && !other)
      return refuse('refused', 'The home to copy is gone by now.', { from: 'Please choose another one' })
    const neighbor = other && slugOf(other.location) === slugOf(typed.location) ? other : null
    const zone = timeZone ?? timeZoneOfPlace(typed.location) ?? neighbor?.timeZone
    if (!zone) return refuse('invalid-input', '', { timeZone: `Please choose one: “${typed.location}” doesn’t say it` })
    const added = await insertProperty(tx, {
      ...ofProperty(other ?? null, take),
      ...(neighbor && inTown(neighbor)),
      ...typed,
      timeZone: zone,
      demo: services.config.demo,
      now,
    })
    await tx.insert(propertyUnits).values({ propertyId: added.id, name: typed.name })
    // Another town has other taxes. Without any, publishing asks for them.
    const parts = partsOf(take).filter((part) => part !== 'taxes' || neighbor)
    if (other) await copyPricesOf(tx, services, { from: other.slug, to: added.slug, parts })
    const after = { name: typed.name, location: typed.location, ...(other && { like: other.name }) }
    return { subjectId: added.id, propertyIds: [added.id], after, answer: { to: `/admin/homes/${added.slug}` } }
  },
})

type Property = typeof properties.$inferSelect

/** The copied parts of another home beside its prices. */
function ofProperty(
  property: Property | null,
  take: readonly CopiedOfProperty[],
): Partial<typeof properties.$inferInsert> {
  if (!property) return {}
  const { theme, propertyType } = property
  const { amenityGroups, amenitiesHeading } = property.presentation as Record<string, unknown>
  const { checkInTime, checkOutTime, rules, maxInfants, maxPets } = property
  return {
    theme,
    propertyType,
    ...(take.includes('rules') && { checkInTime, checkOutTime, rules, maxInfants, maxPets }),
    ...(take.includes('amenities') && { presentation: { amenityGroups, amenitiesHeading } }),
  }
}

const inTown = ({ city, region, postalCode, country }: Property) => ({ city, region, postalCode, country })

async function copyPricesOf(
  tx: Tx,
  { clock }: Services,
  { from, to, parts }: { from: string; to: string; parts: CopiedPart[] },
) {
  const reads = { db: tx, clock }
  const [source, target] = [await getPricedProperty(reads, from), await getPricedProperty(reads, to)]
  if (!source || !target) throw new Error('a home is gone within the transaction that copies it')
  const versions = { [source.id]: versionOfAll(source.settings), [target.id]: versionOfAll(target.settings) }
  await copyPrices(reads, { fromId: source.id, parts, toIds: [target.id], versions })
}

const orderOf = (tx: Tx) => tx.select().from(properties).orderBy(asc(properties.displayOrder), asc(properties.name))

/** Stores the order of all homes. */
async function storeOrder(tx: Tx, ids: readonly string[], now: Date) {
  for (const [displayOrder, id] of ids.entries())
    await tx
      .update(properties)
      .set({ displayOrder, updatedAt: now })
      .where(and(eq(properties.id, id), ne(properties.displayOrder, displayOrder)))
}

const ids = z.array(z.guid())

const undoOrder = undoFrom({ before: ids, after: ids }, async (tx, { clock }, { before, after }) => {
  const now = (await orderOf(tx).for('update')).map(({ id }) => id)
  if (now.join() !== after.join()) return refuse('refused', 'The order was changed again since.')
  await storeOrder(tx, before, clock.now())
  return undefined
})

/** A home moves up or down by one, in lists and on the home page. */
const moveProperty = defineChange({
  scope: 'content:write',
  name: 'properties.reordered',
  words: 'Order of the homes changed',
  facts: { label: 'Order', kind: 'properties' },
  undo: undoOrder,
  form: z.object({ to: z.enum(['up', 'down']) }),
  run: async (tx, { to }, { id: slug, now }) => {
    const properties = await orderOf(tx).for('update')
    const at = properties.findIndex((property) => property.slug === slug)
    const next = to === 'up' ? at - 1 : at + 1
    const [moved, other] = [properties[at], properties[next]]
    if (!moved || !other) return null
    const before = properties.map(({ id }) => id)
    const after = before.with(at, other.id).with(next, moved.id)
    await storeOrder(tx, after, now)
    return { subjectId: moved.id, propertyIds: [moved.id], before, after }
  },
})

/** Gives a home's page another address. The one before stays, and leads to it. */
async function storeAddress(tx: Tx, { id, slug: old }: Pick<Property, 'id' | 'slug'>, slug: string, now: Date) {
  await tx.delete(propertyAddresses).where(eq(propertyAddresses.slug, slug))
  await tx.insert(propertyAddresses).values({ slug: old, propertyId: id })
  await tx.update(properties).set({ slug, updatedAt: now }).where(eq(properties.id, id))
}

/** Whether the page of another home has this address, or had it. */
async function isTaken(tx: Tx, id: string, slug: string) {
  const [now] = await tx
    .select()
    .from(properties)
    .where(and(eq(properties.slug, slug), ne(properties.id, id)))
  const earlier = and(eq(propertyAddresses.slug, slug), ne(propertyAddresses.propertyId, id))
  return now !== undefined || (await tx.select().from(propertyAddresses).where(earlier)).length > 0
}

const undoAddress = undoFrom({ before: z.string() }, async (tx, { clock }, { subjectId, before, after }) => {
  const [property] = await tx.select().from(properties).where(eq(properties.id, subjectId)).for('update')
  if (!property || property.slug !== after) return refuse('refused', 'The address was changed again since.')
  await storeAddress(tx, property, before, clock.now())
  return undefined
})

const addressChange = defineChange({
  scope: 'content:write',
  name: 'property.address-changed',
  words: 'Address of a home’s page changed',
  facts: { label: 'Address', kind: 'path', under: '/property/' },
  undo: undoAddress,
  form: z.object({
    slug: boundedText(200)
      .trim()
      .refine(
        (slug) => slug.length > 1 && slugOf(slug) === slug,
        'Please use up to 60 small letters, digits, and hyphens, such as ridge-house',
      ),
  }),
  lock: lockPropertyRow,
  version: ({ slug, timeZone }) => ({ value: slug, lines: [`/property/${slug}`], timeZone }),
  run: async (tx, { slug }, { subject: property, now }) => {
    if (slug === property.slug) return null
    if (await isTaken(tx, property.id, slug))
      return refuse('refused', '', { slug: 'Another home has this address, or had it' })
    await storeAddress(tx, property, slug, now)
    const answer = { to: `/admin/homes/${slug}` }
    return { subjectId: property.id, propertyIds: [property.id], before: property.slug, after: slug, answer }
  },
})

export const propertiesChanges = {
  add: addProperty,
  move: moveProperty,
  publish: publishDrafts,
  'remove-samples': removeSamples,
}

export const propertyRowChanges = { status: propertyStatusChange, address: addressChange, remove: removeProperty }
