import { getPricedProperty, listPricedProperties } from '#app/features/pricing/price-settings.server.ts'
import { itemsOf } from '#app/features/pricing/price-settings.ts'
import { STATUS_WORDS } from '#app/features/properties/property-status.ts'
import { sitePayment } from '#app/features/site/manage/site.changes.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { questionsOf } from '../price-questions.ts'
import { itemLines } from '../price-words.ts'

/** The homes with their price and possible omissions, in one statement. */
export async function listProperties(services: Services) {
  const properties = await listPricedProperties(services)
  return properties.map(({ slug, name, status, settings }) => ({
    slug,
    name,
    price: itemLines('nightly', settings.nightly)[0] ?? '',
    isPriced: settings.nightly.price !== null,
    questions: questionsOf(settings),
    state: status === 'published' ? null : STATUS_WORDS[status].label,
  }))
}

/** The prices and the rules of a home; null if there is no such home. */
export async function getPricesPage(services: Services, slug: string) {
  const property = await getPricedProperty(services, slug)
  if (!property) return null
  const versions = Object.fromEntries([...itemsOf(property.settings)].map(([key, item]) => [key, versionOf(item)]))
  const { settings: payment } = await sitePayment.get(services.db)
  return { property, versions, questions: questionsOf(property.settings), payment }
}
