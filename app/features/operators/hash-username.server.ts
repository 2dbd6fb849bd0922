import { createHmac, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { secrets } from '#app/platform/db/schema.server.ts'
import type { Services } from '#app/platform/services.server.ts'

const SECRET = 'sign-in-log'

/**
 * What the log calls a name that somebody signs in with: the same for the same name, and nothing that leads back to it without
 * this database, because now and then somebody types the password into the wrong field.
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
