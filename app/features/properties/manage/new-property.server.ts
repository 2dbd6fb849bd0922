import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { defineChange } from '#app/platform/change/define.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { numericFromCents } from '#app/shared/money.ts'
import { slugOf } from '#app/shared/slug.ts'
import { LIST_COLUMNS } from '../properties.server.ts'
import { properties } from '../properties.tables.server.ts'
import { newPropertySchema } from './new-property.ts'

const numeric = (dollars: number) => numericFromCents(Math.round(dollars * 100))

/** Adds a property that is not published. With a key, it is added once. */
export const createProperty = defineChange({
  scope: 'content:write',
  name: 'property.added',
  words: 'Home added',
  facts: { name: { label: 'Name', kind: 'line' }, location: { label: 'Place', kind: 'line' } },
  undo: 'It isn’t published, so guests don’t see it.',
  form: z.object({ property: newPropertySchema, key: boundedText(200).optional() }),
  once: 'properties',
  run: async (tx, { property }, { services, now }) => {
    const { name, location, bathrooms, pricePerNight, cleaningFee, address = location } = property
    const { id } = await insertProperty(tx, {
      ...property,
      address,
      bathrooms: bathrooms.toFixed(1),
      pricePerNight: numeric(pricePerNight),
      cleaningFee: numeric(cleaningFee),
      demo: services.config.demo,
      now,
    })
    return { subjectId: id, propertyIds: [id], after: { name, location } }
  },
})

/** A property as the list has it, whether it is published or not. */
export async function getNewProperty({ db }: Pick<Services, 'db'>, id: string) {
  const [added] = await db.select(LIST_COLUMNS).from(properties).where(eq(properties.id, id))
  if (!added) throw new Error('the property was not stored')
  return added
}

type Added = Partial<typeof properties.$inferInsert> &
  Pick<typeof properties.$inferInsert, 'name' | 'location' | 'maxGuests'> & { demo: boolean; now: Date }

/** Stores a draft at the end of the list, with an address of its name. */
export async function insertProperty(tx: Tx, { now, ...property }: Added) {
  const last = sql<number>`(select coalesce(max(display_order), -1) + 1 from ${properties})`
  const { name, location } = property
  for (const slug of slugsFor(name)) {
    const [added] = await tx
      .insert(properties)
      .values({
        title: name,
        description: '',
        address: location,
        propertyType: 'home',
        bedrooms: 1,
        bathrooms: '1.0',
        ...property,
        slug,
        priceConfirmed: false,
        displayOrder: last,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing({ target: properties.slug })
      .returning({ id: properties.id, slug: properties.slug })
    if (added) return added
  }
  throw new Error('no free slug was found')
}

function slugsFor(name: string): string[] {
  const slug = slugOf(name) || 'home'
  const numbered = Array.from({ length: 20 }, (_, index) => (index === 0 ? slug : `${slug}-${index + 1}`))
  return [...numbered, `${slug}-${randomUUID()}`]
}
