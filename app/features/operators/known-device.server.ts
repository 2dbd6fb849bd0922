import { timingSafeEqual } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Services } from '#app/platform/services.server.ts'
import { keyedDigest } from './hash-username.server.ts'
import { operatorSessions, users } from './operators.tables.server.ts'
import { usernameSchema } from './operators.ts'
import { readCookie, writeCookie } from './sessions.server.ts'

/** A browser in which an operator has signed in: guesses of that name from elsewhere do not slow it down. */
const COOKIE = 'device'
const DAYS = 365

type DeviceServices = Pick<Services, 'db' | 'config'>

const digestOf = (services: DeviceServices, username: string) => keyedDigest(services, COOKIE, username)

/** The `Set-Cookie` header by which a browser is recognized. It signs nobody in. */
export async function deviceCookie(services: DeviceServices, username: string): Promise<string> {
  return writeCookie(services.config, COOKIE, { value: await digestOf(services, username), days: DAYS })
}

/** Whether this operator has a session from this address. Guesses of the name from elsewhere do not slow it down. */
export async function hasSessionAt(
  { db }: DeviceServices,
  { username, address }: { username: string; address: string },
): Promise<boolean> {
  // PostgreSQL rejects some characters of invalid names.
  if (!usernameSchema.safeParse(username).success) return false
  const [found] = await db
    .select({ id: operatorSessions.id })
    .from(operatorSessions)
    .innerJoin(users, eq(users.id, operatorSessions.userId))
    .where(and(eq(users.username, username), eq(operatorSessions.address, address)))
    .limit(1)
  return found !== undefined
}

export async function isKnownDevice(
  services: DeviceServices,
  { username, headers }: { username: string; headers: Headers },
): Promise<boolean> {
  const shown = Buffer.from(readCookie(services.config, COOKIE, headers) ?? '')
  const known = Buffer.from(await digestOf(services, username))
  return shown.length === known.length && timingSafeEqual(shown, known)
}
