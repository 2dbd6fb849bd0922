import path from 'node:path'
import { promoCodes } from '#app/features/pricing/pricing.tables.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { installation } from '#app/platform/installation.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site as siteTable } from '#app/platform/site.tables.server.ts'
import { openDiskStorage } from '#app/platform/storage/disk-storage.server.ts'
import { demoMarks } from '#content/demo-marks.ts'
import { loadDemoYear } from '#content/demo-year/load-demo-year.ts'
import { demoGiveaway } from '#content/giveaway.ts'
import { loadContent } from '#content/load-content.ts'
import { loadProperty } from '#content/load-property.ts'
import { demoPromoCode } from '#content/prices.ts'
import { demoProperties } from '#content/properties/properties.ts'
import { demoPaymentWays, site } from '#content/site.ts'
import { createOnce, type TestDatabase } from './database.ts'
import { testServices } from './factories.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** The demo as its first start makes it. */
export function useDemoYear(database: () => TestDatabase) {
  const folder = temporaryFolder()
  const once = createOnce(database)
  const servicesOn = (day: string, environment: Record<string, string> = {}): Services =>
    testServices(database(), {
      config: readConfig({ DATA_DIR: folder, ...environment }),
      storage: openDiskStorage(path.join(folder, 'objects')),
      clock: { now: () => new Date(`${day}T18:00:00Z`) },
      demoMarks,
    })
  const fill = async () => {
    await database().db.insert(installation).values({ mode: 'demo' })
    await loadContent(servicesOn(DAY), { demo: true })
  }
  /** On another day, and without images. */
  const fillOn = (day: string) =>
    database().db.transaction(async (tx) => {
      await tx.insert(siteTable).values({ ...site, paymentWays: demoPaymentWays })
      for (const [order, property] of demoProperties.entries()) await loadProperty(tx, property, { order, demo: true })
      await tx.insert(promoCodes).values(demoPromoCode)
      const services = servicesOn(day)
      await loadDemoYear(services, tx, { promoCode: demoPromoCode, giveaway: demoGiveaway(services.clock.now()) })
    })
  return {
    servicesOn,
    fill: () => once('a demo', fill),
    fillOn: (day: string) => once(`a demo on ${day}`, () => fillOn(day)),
  }
}

/** The day on which it starts, unless a test says another. */
export const DAY = '2027-02-03'
