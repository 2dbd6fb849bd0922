import { sql } from 'drizzle-orm'
import { giveaways } from '#app/features/giveaway/giveaway.tables.server.ts'
import { blogPosts } from '#app/features/journal/journal.tables.server.ts'
import { promoCodes } from '#app/features/pricing/pricing.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { legalDocuments as legalTable } from '#app/features/site/site.tables.server.ts'
import { siteContentSchema } from '#app/features/site/site.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { loadDemoYear } from './demo-year/load-demo-year.ts'
import { loadTurnovers } from './demo-year/load-turnovers.ts'
import { demoGiveaway } from './giveaway.ts'
import { legalDocuments } from './legal/legal-documents.ts'
import { loadImages, storeShippedImage } from './load-images.ts'
import { loadProperty } from './load-property.ts'
import { demoPromoCode } from './prices.ts'
import { demoProperties } from './properties/properties.ts'
import { samplePost } from './sample-post.ts'
import { demoPaymentWays, site } from './site.ts'

async function isFilled(db: Tx): Promise<boolean> {
  const operators = await db.select({ id: siteTable.id }).from(siteTable).limit(1)
  const firstProperties = await db.select({ id: properties.id }).from(properties).limit(1)
  return operators.length > 0 || firstProperties.length > 0
}

/**
 * Fills an empty database; does nothing otherwise. Demo-only content is loaded only with `demo` (docs/decisions/004).
 */
export async function loadContent(services: Services, { demo }: { demo: boolean }): Promise<void> {
  const { clock, db, log, storage } = services
  if (await isFilled(db)) return
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('load-content'))`)
    if (await isFilled(tx)) return
    await loadImages({ db: tx, storage, clock })
    const content = siteContentSchema.parse(site.content)
    // Only the demo says that it is one.
    const host = demo ? content.host : { ...content.host, terms: null }
    const paymentWays = demo ? demoPaymentWays : []
    await tx.insert(siteTable).values({ ...site, content: { ...content, host }, paymentWays })
    await tx.insert(legalTable).values(legalDocuments)
    for (const [order, property] of demoProperties.entries()) await loadProperty(tx, property, { order, demo })
    if (demo) {
      const giveaway = demoGiveaway(clock.now())
      await tx.insert(giveaways).values(giveaway)
      await tx.insert(promoCodes).values(demoPromoCode)
      await tx.insert(blogPosts).values(samplePost(clock.now()))
      const stays = await loadDemoYear(services, tx, { promoCode: demoPromoCode, giveaway })
      await loadTurnovers(tx, {
        stays,
        clock,
        storeImage: (image) => storeShippedImage({ db: tx, storage, clock }, image),
      })
    }
    log.info({ event: 'content.loaded', properties: demoProperties.length, demo }, 'the initial content is loaded')
  })
}
