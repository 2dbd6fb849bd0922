import { sql } from 'drizzle-orm'
import type { Services } from '#app/platform/services.server.ts'
import type { GuestImage } from './markdown-field.tsx'

/** More than this are not listed. */
const MOST_IMAGES = 120

/** The photos of published homes, in the order of the homes. */
export async function listGuestImages({ db }: Pick<Services, 'db'>): Promise<GuestImage[]> {
  const { rows } = await db.execute<GuestImage>(sql`
    select image.path, coalesce(nullif(image.alt_text, ''), min(shown.alt), '') as alt
      from (
        select unnest(home.images) as path, home.name as alt, home.display_order as at
          from properties home where home.published
        union all
        select photo.gcs_path, coalesce(nullif(photo.alt_text, ''), home.name), home.display_order
          from unit_images photo join property_units unit on unit.id = photo.unit_id
            join properties home on home.id = unit.property_id and home.published
      ) shown join media_objects image on image.path = shown.path
      group by image.path, image.alt_text order by min(shown.at), image.path limit ${MOST_IMAGES}`)
  return rows
}
