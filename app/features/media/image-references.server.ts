import { type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'

/** Everything that may refer to an image; `published` narrows it to what visitors see. */
function references(path: string, published: { property: SQL; post: SQL; issue: SQL; report: SQL; review: SQL }): SQL {
  const inJson = (column: SQL) =>
    sql`jsonb_path_exists(${column}, '$.** ? (@ == $path)', jsonb_build_object('path', ${path}::text))`
  return sql`
    exists (select from properties home where home.images @> array[${path}::text] and ${published.property})
    or exists (
      select from unit_images image join property_units unit on unit.id = image.unit_id
        join properties home on home.id = unit.property_id
        where image.gcs_path = ${path} and ${published.property})
    or exists (
      select from property_units unit join properties home on home.id = unit.property_id
        where unit.hero_image = ${path} and ${published.property})
    or exists (select from properties home where ${inJson(sql`home.presentation`)} and ${published.property})
    or exists (select from properties home where home.host ->> 'photo' = ${path} and ${published.property})
    or exists (
      select from blog_posts post
        where (post.featured_image = ${path} or strpos(post.content, ${path}) > 0) and ${published.post})
    or exists (select from newsletter_issues issue where strpos(issue.body, ${path}) > 0 and ${published.issue})
    or exists (select from campaigns campaign where ${inJson(sql`campaign.content`)})
    or exists (select from site where ${inJson(sql`site.content`)})
    or exists (select from turnover_photos photo where photo.path = ${path} and ${published.report})
    or exists (select from owner_costs cost where cost.receipt = ${path} and ${published.report})
    or exists (select from stay_reviews review where review.photos @> array[${path}::text] and ${published.review})`
}

async function ask(db: Tx, condition: SQL): Promise<boolean> {
  const { rows } = await db.execute<{ found: boolean }>(sql`select (${condition}) as found`)
  return rows[0]?.found ?? false
}

/** Whether anything shows the image at `/objects/...`, published or not. */
export function isReferenced(db: Tx, path: string): Promise<boolean> {
  const any = sql`true`
  return ask(db, references(path, { property: any, post: any, issue: any, report: any, review: any }))
}

/** Whether it is the receipt of a cost. */
export const isReceipt = (db: Tx, path: string): Promise<boolean> =>
  ask(db, sql`exists (select from owner_costs where receipt = ${path})`)

/** Whether anything public shows the image at this address. */
export function isPublic(db: Tx, path: string): Promise<boolean> {
  const sent = sql`issue.started_at is not null`
  // Until a review shows, only its guest and the operator know the addresses of its photos.
  const review = sql`review.withheld_for is null`
  const published = { property: sql`home.published`, post: sql`post.published`, issue: sent, report: sql`false` }
  return ask(db, references(path, { ...published, review }))
}
