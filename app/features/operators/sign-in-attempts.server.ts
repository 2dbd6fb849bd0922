import { createHash } from 'node:crypto'
import { and, eq, inArray, lt, lte, or, sql } from 'drizzle-orm'
import { networkOf } from '#app/platform/client-address.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { signInFailures as failures } from './operators.tables.server.ts'
import { type SlowDown, slowDown } from './sign-in-refusals.server.ts'

const FORGOTTEN_AFTER_MS = 86_400_000
const MINUTE = 60

/** The first wrong passwords are free; each further one doubles the wait, from one second up to `longest` seconds. */
type Allowed = { free: number; longest: number }

/**
 * What is counted. A network is an IPv4 /24 or IPv6 /48, which may be a whole neighborhood: its waits stay short. A
 * name that is guessed from anywhere waits some seconds only. It does not wait in a browser in which its operator has
 * signed in before. So attackers lock nobody out. Guessed `ATTACKED` times a day, it gives everyone fewer free attempts
 * with it. An address's first attempt does not wait for its network. So an attacker in the same network locks nobody
 * out. There are `FIRST_TRIES` an hour, because an IPv6 /48 has practically endless addresses.
 */
const NETWORK = { free: 60, longest: MINUTE }
const ADDRESS = { free: 30, longest: 15 * MINUTE }
const NAME_FROM_NETWORK = { free: 10, longest: MINUTE }
const NAME_FROM_ADDRESS = { free: 5, longest: 15 * MINUTE }
const NAME = { free: 20, longest: 5 }
const ATTACKED = 30
const ATTACKED_NAME_FROM_NETWORK = { free: 1, longest: MINUTE }
const ATTACKED_NAME_FROM_ADDRESS = { free: 1, longest: 60 * MINUTE }
/** Counted, but never makes anyone wait. */
const UNLIMITED = { free: 1_000_000_000, longest: 0 }
const FIRST_TRIES = 10
const HOUR_MS = 3_600_000

type Limit = Allowed & { key: string }

type Limits = ReturnType<typeof limitsOf>

/** `isKnown`: the attempt comes from a browser in which this operator has signed in before. */
type Who = { address: string; username: string; isKnown: boolean }

/** Names and addresses are stored as hashes: people sometimes type the password into the wrong field. */
const keyOf = (...words: string[]) => createHash('sha256').update(words.join('\n')).digest('hex')

function limitsOf({ address, username }: Omit<Who, 'isKnown'>, attacked: boolean) {
  const network = networkOf(address)
  const [fromNetwork, fromAddress] = attacked
    ? [ATTACKED_NAME_FROM_NETWORK, ATTACKED_NAME_FROM_ADDRESS]
    : [NAME_FROM_NETWORK, NAME_FROM_ADDRESS]
  return {
    ofNetwork: { key: keyOf('network', network), ...NETWORK },
    ofNetworkName: { key: keyOf('network-name', network, username), ...fromNetwork },
    ofAddress: { key: keyOf('address', address), ...ADDRESS },
    ofAddressName: { key: keyOf('guess', address, username), ...fromAddress },
  }
}

/** When the next attempt is allowed: at once, then 1 s, 2 s, 4 s ... after the last wrong one. */
function openAt({ free, longest }: Allowed) {
  const over = sql`${failures.failures} - ${free}::int`
  const wait = sql`case when ${over} < 0 then 0 else least(power(2, least(${over}, 20)), ${longest}::int) end`
  return sql<Date>`${failures.lastAt} + ${wait} * interval '1 second'`
}

type Attempt = { ok: true; forgive(): Promise<void> } | SlowDown

/**
 * Counts a sign-in attempt as wrong before its password is checked, so that simultaneous guesses are counted one by
 * one. `forgive` reverts it. Refused after too many wrong attempts.
 */
export async function countAttempt({ db, clock }: Pick<Services, 'db' | 'clock'>, who: Who): Promise<Attempt> {
  const now = clock.now()
  const ofName = { key: keyOf('name', who.username), ...(who.isKnown ? UNLIMITED : NAME) }
  await db.delete(failures).where(lt(failures.lastAt, new Date(now.getTime() - FORGOTTEN_AFTER_MS)))
  const [named] = await db.select().from(failures).where(eq(failures.key, ofName.key))
  const limits = limitsOf(who, (named?.failures ?? 0) >= ATTACKED)
  const { ofNetwork, ofNetworkName, ofAddress, ofAddressName } = limits

  async function waitOf(limit: Limit): Promise<number> {
    const seconds = sql<number>`extract(epoch from ${openAt(limit)} - ${now.toISOString()}::timestamptz)::float8`
    const [row] = await db.select({ seconds }).from(failures).where(eq(failures.key, limit.key))
    return Math.ceil(row?.seconds ?? 0)
  }
  const longestWait = async (of: Limit[]) => Math.max(...(await Promise.all(of.map(waitOf))))
  if ((await waitOf(ofName)) > 0) {
    return slowDown(await longestWait([ofName, ofAddress, ofAddressName]))
  }
  const isFirst = await countFirstTry(db, now, limits, who)
  const waited = [...(isFirst ? [] : [ofNetwork, ofNetworkName]), ofAddress, ofAddressName, ofName]
  const wait = await longestWait(waited)
  if (wait > 0) return slowDown(wait)
  for (const limit of waited) if (!(await count(db, now, limit))) return slowDown(1)
  const [own, shared] = [
    [ofNetworkName, ofAddressName],
    [ofNetwork, ofAddress, ofName],
  ]
  return { ok: true, forgive: () => forgive(db, { own, shared }) }
}

/**
 * Counts a code of a second factor as wrong before it is checked. An attacker who guesses codes has the password: each
 * further one waits, from any address.
 */
export async function countCode({ db, clock }: Pick<Services, 'db' | 'clock'>, userId: string): Promise<Attempt> {
  const limit = { key: keyOf('code', userId), ...NAME_FROM_ADDRESS }
  if (!(await count(db, clock.now(), limit))) return slowDown(limit.longest)
  return { ok: true, forgive: () => forgive(db, { own: [limit], shared: [] }) }
}

async function count(db: Tx, now: Date, { key, ...allowed }: Limit): Promise<boolean> {
  const counted = await db
    .insert(failures)
    .values({ key, failures: 1, lastAt: now })
    .onConflictDoUpdate({
      target: failures.key,
      set: { failures: sql`${failures.failures} + 1`, lastAt: now },
      setWhere: lte(openAt(allowed), sql`${now.toISOString()}::timestamptz`),
    })
    .returning({ key: failures.key })
  return counted.length > 0
}

/**
 * Whether this is a first attempt that does not wait for its network; if so, it is counted there. All in one
 * transaction, so that an attempt that finds the hourly limit reached also sees those attempts counted.
 */
async function countFirstTry(db: Services['db'], now: Date, limits: Limits, { address }: Who): Promise<boolean> {
  const [guessed] = await db.select().from(failures).where(eq(failures.key, limits.ofAddress.key))
  if (guessed) return false
  const hour = Math.floor(now.getTime() / HOUR_MS)
  const key = keyOf('first-tries', networkOf(address), String(hour))
  return db.transaction(async (tx) => {
    const taken = await tx
      .insert(failures)
      .values({ key, failures: 1, lastAt: now })
      .onConflictDoUpdate({
        target: failures.key,
        set: { failures: sql`${failures.failures} + 1`, lastAt: now },
        setWhere: lt(failures.failures, FIRST_TRIES),
      })
      .returning({ key: failures.key })
    if (taken.length === 0) return false
    for (const limit of [limits.ofNetwork, limits.ofNetworkName]) await count(tx, now, { ...limit, ...UNLIMITED })
    return true
  })
}

/**
 * A correct password resets the counts of this name and address; from shared counts only this one attempt is
 * subtracted.
 */
async function forgive(db: Services['db'], { own, shared }: { own: Limit[]; shared: Limit[] }): Promise<void> {
  const isOneOf = (limits: Limit[]) =>
    inArray(
      failures.key,
      limits.map(({ key }) => key),
    )
  await db.delete(failures).where(or(isOneOf(own), and(isOneOf(shared), lte(failures.failures, 1))))
  await db
    .update(failures)
    .set({ failures: sql`${failures.failures} - 1` })
    .where(isOneOf(shared))
}
