import { lookAtChange } from '#app/features/pricing/change-prices.server.ts'
import { runPriceForm, savePriceForm } from '#app/features/pricing/forms/run-price-form.server.ts'
import { questionsOf } from '#app/features/pricing/price-questions.ts'
import { getPricedHome, listPricedHomes } from '#app/features/pricing/price-settings.server.ts'
import { itemsOf } from '#app/features/pricing/price-settings.ts'
import { itemLines } from '#app/features/pricing/price-words.ts'
import { sitePayment } from '#app/features/site/manage/site.changes.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { PriceAnswer } from './price-answer.ts'
import { previewOf, readRules } from './sample-stays.server.ts'

/** The homes with their price and what may be missing, in one statement. */
export async function listHomes(services: Services) {
  const homes = await listPricedHomes(services)
  return homes.map(({ slug, name, published, isAvailable, settings }) => ({
    slug,
    name,
    price: itemLines('nightly', settings.nightly)[0] ?? '',
    isPriced: settings.nightly.price !== null,
    questions: questionsOf(settings),
    state: stateOf({ published, isAvailable }),
  }))
}

function stateOf({ published, isAvailable }: { published: boolean; isAvailable: boolean }): string | null {
  if (!published) return 'Not published'
  return isAvailable ? null : 'Not taking bookings'
}

/** What the prices page of a home shows; null if there is no such home. */
export async function getPricesPage(services: Services, slug: string) {
  const home = await getPricedHome(services, slug)
  if (!home) return null
  const versions = Object.fromEntries([...itemsOf(home.settings)].map(([key, item]) => [key, versionOf(item)]))
  const { settings: payment } = await sitePayment.get(services.db)
  return { home, versions, questions: questionsOf(home.settings), payment }
}

type Posted = { slug: string; form: FormData; by: Operator }
type Outcome = { ok: true; id?: string } | { ok: false; status: number; answer: PriceAnswer }

/** Saves what a form of the prices page changes, or shows what it would change; null if there is no such home or form. */
export async function answerPriceForm(services: Services, { slug, form, by }: Posted): Promise<Outcome | null> {
  const home = await getPricedHome(services, slug)
  if (!home) return null
  const at = services.clock.now().toISOString()
  const posted = { propertyId: home.id, form, by }
  if (!form.has('preview')) {
    const saved = await savePriceForm(services, posted)
    if (!saved || saved.ok) return saved
    const { status, message, fields, values } = saved
    return { ok: false, status, answer: { at, message, fields, values } }
  }
  let preview: PriceAnswer['preview']
  const looked = await runPriceForm(services, posted, async (change) => {
    const seen = await lookAtChange(services, change, (tx) => readRules(tx, home.id))
    if (!seen.ok) return seen
    if (seen.before && seen.after) preview = previewOf(services, home, { before: seen.before, after: seen.after })
    return { ok: true, changeId: null }
  })
  if (!looked) return null
  const values = Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
  if (looked.ok) return { ok: false, status: 200, answer: { at, fields: {}, values, preview } }
  return { ok: false, status: looked.status, answer: { at, ...looked } }
}
