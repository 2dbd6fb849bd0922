import { eq } from 'drizzle-orm'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/**
 * Until guests see a home, the home page only says that the site opens soon. The preview shows the content of after
 * that.
 */
export async function showDrafts({ db }: Pick<Services, 'db'>) {
  if ((await db.$count(properties, eq(properties.listed, true))) > 0) return
  await db.update(properties).set({ status: 'published' }).where(eq(properties.status, 'draft'))
}
