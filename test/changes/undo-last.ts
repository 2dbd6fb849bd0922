import { desc, eq } from 'drizzle-orm'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/** Undoes the last change of this name in History. */
export async function undoLast(services: Services, name: string) {
  const named = services.db.select().from(audit).where(eq(audit.action, name))
  const [last] = await named.orderBy(desc(audit.happenedAt)).limit(1)
  return undoChange(services, { id: last?.id ?? '', by: UNNAMED })
}
