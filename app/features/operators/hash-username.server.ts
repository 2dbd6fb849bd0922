import { createHmac, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { secrets } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'

const SECRET = 'sign-in-log'

/**
 * The log's name for a username typed at sign-in: stable for each username, and not reversible without this database,
 * because people sometimes type the password into the wrong field.
 */
export async function hashUsername({ db }: Pick<Services, 'db'>, name: string): Promise<string> {
  const fresh = { name: SECRET, value: randomBytes(32).toString('base64url') }
  await db.insert(secrets).values(fresh).onConflictDoNothing()
  const [secret] = await db.select().from(secrets).where(eq(secrets.name, SECRET))
  return createHmac('sha256', secret?.value ?? fresh.value)
    .update(name)
    .digest('hex')
    .slice(0, 16)
}
