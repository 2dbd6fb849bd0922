import { eq } from 'drizzle-orm'
import { lockImage, orphanUnusedImage } from '#app/features/media/orphans.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { findSite } from '../site.server.ts'
import { siteContentSchema } from '../site.ts'
import { type SampleTexts, withPlainTexts } from './plain-texts.ts'
import { imagesIn } from './site-images.server.ts'

type ReadServices = Pick<Services, 'clock' | 'log' | 'demoMarks'>

/** The texts of the site about the sample homes, and those in their place. */
export function sampleTexts({ texts }: Services['demoMarks']): SampleTexts {
  return { ofSamples: siteContentSchema.parse(texts.ofSamples), plain: siteContentSchema.parse(texts.plain) }
}

/**
 * Replaces the site's texts about the sample homes, once these homes are gone, with their images. The operator's own
 * texts stay.
 */
export async function storePlainTexts(tx: Tx, services: ReadServices, now: Date): Promise<void> {
  const reads = { ...services, db: tx }
  const { images } = services.demoMarks
  const shown = imagesIn((await findSite(reads))?.content).map(([path]) => path)
  const ofSamples = [...new Set(shown.filter((path) => path.startsWith(images)))].sort()
  // Cleaning up takes images and the site in this order, too.
  for (const path of ofSamples) await lockImage(tx, path, 'update')
  const [row] = await tx.select({ id: site.id }).from(site).for('update')
  const stored = await findSite(reads)
  if (!row || !stored) return
  const content = withPlainTexts(stored.content, sampleTexts(services.demoMarks))
  await tx.update(site).set({ content, updatedAt: now }).where(eq(site.id, row.id))
  for (const path of ofSamples) await orphanUnusedImage(tx, path, now)
}
