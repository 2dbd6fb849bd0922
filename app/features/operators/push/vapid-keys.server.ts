import { eq } from 'drizzle-orm'
import webPush from 'web-push'
import { z } from 'zod'
import { secrets } from '#app/platform/installation.tables.server.ts'
import type { Services } from '#app/platform/services.server.ts'

const NAME = 'web-push'
const keysSchema = z.object({ publicKey: z.string(), privateKey: z.string() })

/** The keys by which push services know this site (RFC 8292), made at first use. */
export async function getVapidKeys({ db }: Pick<Services, 'db'>): Promise<z.infer<typeof keysSchema>> {
  const find = () => db.select().from(secrets).where(eq(secrets.name, NAME))
  const [stored] = await find()
  if (stored) return keysSchema.parse(JSON.parse(stored.value))
  await db
    .insert(secrets)
    .values({ name: NAME, value: JSON.stringify(webPush.generateVAPIDKeys()) })
    .onConflictDoNothing()
  const [made] = await find()
  return keysSchema.parse(JSON.parse(made?.value ?? ''))
}
