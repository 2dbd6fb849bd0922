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
        select unnest(property.images) as path, property.name as alt, property.display_order as at
          from properties property where property.published
        union all
        select unit_image.gcs_path, coalesce(nullif(unit_image.alt_text, ''), property.name), property.display_order
          from unit_images unit_image join property_units unit on unit.id = unit_image.unit_id
            join properties property on property.id = unit.property_id and property.published
      ) shown join media_objects image on image.path = shown.path
      group by image.path, image.alt_text order by min(shown.at), image.path limit ${MOST_IMAGES}`)
  return rows
}
