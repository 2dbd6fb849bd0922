import { eq } from 'drizzle-orm'
import type { ZodType } from 'zod'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { priceChanges } from '#app/features/pricing/manage/prices/price.changes.server.ts'
import type { PricePreview } from '#app/features/pricing/manage/prices/price-preview.ts'
import { getPricesPage } from '#app/features/pricing/manage/prices/prices-page.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Change } from '#app/platform/change/change.server.ts'
import { type Operator, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postChange } from './changes/post-change.ts'
import type { TestDatabase } from './database.ts'
import { makePricedProperty, NOON, testClock, testServices } from './factories.ts'

const mia: Operator = { ...UNNAMED, name: 'mia' }

/** The prices page of a home, and its forms as an operator posts them. */
export function pricesPage(database: () => TestDatabase) {
  const clock = testClock()
  const services = () => testServices(database(), { clock })

  async function addProperty() {
    clock.set(NOON)
    const id = await makePricedProperty(database().db)
    const [row] = await database().db.select({ slug: properties.slug }).from(properties).where(eq(properties.id, id))
    return { id, slug: row?.slug ?? '' }
  }
  async function page(slug: string) {
    const found = await getPricesPage(services(), slug)
    if (!found) throw new Error('there is no such home')
    return found
  }
  async function post(slug: string, { intent = '', ...fields }: Record<string, string>, by = mia) {
    const change: Change<ZodType, PricePreview> = priceChanges[intent as keyof typeof priceChanges]
    return postChange(change, { services: services(), by, params: { slug } }, fields)
  }
  /** The id of the change. */
  async function save(slug: string, fields: Record<string, string>): Promise<string> {
    const outcome = await post(slug, fields)
    if (!outcome.ok) throw new Error(JSON.stringify(outcome))
    return outcome.id ?? ''
  }
  /** The message of a form that was not saved. */
  async function said(slug: string, fields: Record<string, string>) {
    const outcome = await post(slug, fields)
    if (outcome.ok) return outcome
    const { answer, ...refusal } = outcome
    return { ...refusal, asks: answer.asks, preview: answer.preview, values: answer.result.initialValue }
  }
  const undo = (id: string) => undoChange(services(), { id, by: mia })
  return { clock, services, addProperty, page, post, save, said, undo }
}
