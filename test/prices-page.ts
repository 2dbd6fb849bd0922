import { eq } from 'drizzle-orm'
import { answerPriceForm, getPricesPage } from '#app/features/back-office/prices/prices-page.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { properties } from '#app/platform/db/schema.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { TestDatabase } from './database.ts'
import { makePricedProperty, NOON, testClock, testServices } from './factories.ts'

const mia: Operator = { id: null, name: 'mia' }

/** The prices page of a home, and its forms as an operator posts them. */
export function pricesPage(database: () => TestDatabase) {
  const clock = testClock()
  const services = () => testServices(database(), { clock })

  async function makeHome() {
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
  async function post(slug: string, fields: Record<string, string>, by = mia) {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return answerPriceForm(services(), { slug, form, by })
  }
  /** The id of the change. */
  async function save(slug: string, fields: Record<string, string>): Promise<string> {
    const outcome = await post(slug, fields)
    if (!outcome?.ok) throw new Error(JSON.stringify(outcome))
    return outcome.id ?? ''
  }
  /** What a form says that was not saved. */
  async function said(slug: string, fields: Record<string, string>) {
    const outcome = await post(slug, fields)
    return outcome && !outcome.ok ? { status: outcome.status, ...outcome.answer } : outcome
  }
  const undo = (id: string) => undoChange(services(), { id, by: mia })
  return { clock, services, makeHome, page, post, save, said, undo }
}
