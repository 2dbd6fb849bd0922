import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { recordAudit } from '#app/platform/change/audit.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { properties } from '#app/platform/db/schema.server.ts'
import { withIdempotency } from '#app/platform/http/idempotency.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { numericFromCents } from '#app/shared/money.ts'
import { slugOf } from '#app/shared/slug.ts'
import { LIST_COLUMNS } from '../properties.server.ts'
import type { NewProperty } from './new-property.ts'

const numeric = (dollars: number) => numericFromCents(Math.round(dollars * 100))

/** Adds an unpublished property, and records who did. */
export async function createProperty(
  services: Pick<Services, 'config' | 'db' | 'clock'>,
  property: NewProperty,
  { by, idempotencyKey }: { by: Operator; idempotencyKey?: string },
) {
  const now = services.clock.now()
  const { demo } = services.config
  return services.db.transaction(async (tx) => {
    const create = async () => {
      const added = await insert(tx, property, { demo, now })
      const { id, name, location } = added
      await recordAudit(tx, {
        ...{ by, action: 'home.added', subjectId: id, propertyIds: [id], after: { name, location }, at: now },
      })
      return { ok: true as const, property: added }
    }
    if (!idempotencyKey) return create()
    return withIdempotency(tx, { scope: 'properties', key: idempotencyKey, payload: property, now }, create)
  })
}

async function insert(tx: Tx, property: NewProperty, { demo, now }: { demo: boolean; now: Date }) {
  const last = sql<number>`(select coalesce(max(display_order), -1) + 1 from ${properties})`
  for (const slug of slugsFor(property.name)) {
    const [added] = await tx
      .insert(properties)
      .values({
        ...property,
        slug,
        title: property.name,
        address: property.address ?? property.location,
        bathrooms: property.bathrooms.toFixed(1),
        pricePerNight: numeric(property.pricePerNight),
        priceConfirmed: false,
        cleaningFee: numeric(property.cleaningFee),
        published: false,
        demo,
        displayOrder: last,
        createdAt: now,
        updatedAt: now,
      })
      .onConflictDoNothing({ target: properties.slug })
      .returning(LIST_COLUMNS)
    if (added) return added
  }
  throw new Error('no free slug was found')
}

function slugsFor(name: string): string[] {
  const slug = slugOf(name) || 'home'
  const numbered = Array.from({ length: 20 }, (_, index) => (index === 0 ? slug : `${slug}-${index + 1}`))
  return [...numbered, `${slug}-${randomUUID()}`]
}
