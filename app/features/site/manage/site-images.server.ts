import { inArray, or, sql } from 'drizzle-orm'
import { mediaObjects } from '#app/features/media/media.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/** Every image in a record, with the words for those who do not see it. */
export function imagesIn(value: unknown): [path: string, alt: string][] {
  if (!value || typeof value !== 'object') return []
  const { alt = '', ...rest } = value as Record<string, unknown>
  return Object.values(rest).flatMap((own): [string, string][] =>
    typeof own === 'string' && own.startsWith('/objects/') ? [[own, String(alt)]] : imagesIn(own),
  )
}

/** The choices of image fields: images of these records, those of the brand, and the last upload. */
export async function listSiteImages({ db }: Pick<Services, 'db'>, records: object, sent: string | null) {
  const alts = new Map(imagesIn(records))
  const shown = [...(sent ? [sent] : []), ...alts.keys()]
  const isOfBrand = sql`starts_with(${mediaObjects.path}, '/objects/brand/')`
  const rows = await db
    .select({ path: mediaObjects.path, alt: mediaObjects.altText })
    .from(mediaObjects)
    .where(or(inArray(mediaObjects.path, shown), isOfBrand))
  const order = ({ path }: { path: string }) => (shown.includes(path) ? shown.indexOf(path) : shown.length)
  return rows
    .sort((one, other) => order(one) - order(other))
    .map(({ path, alt }) => ({ path, alt: alts.get(path) || alt || path.split('/').at(-1) || '' }))
}
