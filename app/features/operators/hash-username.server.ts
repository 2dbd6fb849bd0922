import { createHmac, randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { secrets } from '#app/platform/installation.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/**
 * The log's name for a username typed at sign-in. It is stable for each username, and not reversible without this
 * database. People sometimes type the password into the wrong field.
 */
export async function hashUsername(services: Pick<Services, 'db'>, name: string): Promise<string> {
  return (await keyedDigest(services, 'sign-in-log', name)).slice(0, 16)
}

/** The HMAC of a text, in hexadecimal, with a secret of this database that is created at first use. */
export async function keyedDigest({ db }: Pick<Services, 'db'>, name: string, text: string): Promise<string> {
  const fresh = { name, value: randomBytes(32).toString('base64url') }
  await db.insert(secrets).values(fresh).onConflictDoNothing()
  const [secret] = await db.select().from(secrets).where(eq(secrets.name, name))
  return createHmac('sha256', secret?.value ?? fresh.value)
    .update(text)
    .digest('hex')
}
