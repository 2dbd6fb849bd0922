import { asc, count, eq, gt, max } from 'drizzle-orm'
import type { Services } from '#app/platform/services.server.ts'
import { hashUsername } from './hash-username.server.ts'
import { operatorSessions, users } from './operators.tables.server.ts'

type OperatorServices = Pick<Services, 'db' | 'clock' | 'log'>

/** An operator's account. `digest` stands for the username in the log after a wrong password. */
type Account = { username: string; sessions: number; lastSeenAt: Date | null; digest: string }

/** How many sessions each account has, and when one was last seen: a subquery by `userId`. */
export const lastingSessions = ({ db, clock }: Pick<OperatorServices, 'db' | 'clock'>) =>
  db
    .select({
      userId: operatorSessions.userId,
      sessions: count().as('sessions'),
      lastSeenAt: max(operatorSessions.lastSeenAt).as('last_seen'),
    })
    .from(operatorSessions)
    .where(gt(operatorSessions.expiresAt, clock.now()))
    .groupBy(operatorSessions.userId)
    .as('lasting')

export async function listOperators(services: Pick<OperatorServices, 'db' | 'clock'>): Promise<Account[]> {
  const { db, clock } = services
  const lasting = lastingSessions({ db, clock })
  const rows = await db
    .select({ username: users.username, sessions: lasting.sessions, lastSeenAt: lasting.lastSeenAt })
    .from(users)
    .leftJoin(lasting, eq(lasting.userId, users.id))
    .orderBy(asc(users.username))
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      sessions: row.sessions ?? 0,
      digest: await hashUsername(services, row.username),
    })),
  )
}

/** Deletes an operator's account and ends all its sessions. False when there is none. */
export async function removeOperator({ db, log }: OperatorServices, username: string): Promise<boolean> {
  const removed = await db.delete(users).where(eq(users.username, username)).returning({ id: users.id })
  if (removed.length > 0) log.info({ event: 'operator.removed', operator: username }, 'operator removed')
  return removed.length > 0
}

/** Signs an operator out everywhere and returns the number of ended sessions; null when there is no such operator. */
export async function endSessions({ db, clock, log }: OperatorServices, username: string): Promise<number | null> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.username, username))
  if (!user) return null
  const ended = await db.delete(operatorSessions).where(eq(operatorSessions.userId, user.id)).returning()
  log.info(
    { event: 'operator.signed-out', operator: username, sessions: ended.length },
    'operator signed out everywhere',
  )
  return ended.filter(({ expiresAt }) => expiresAt > clock.now()).length
}
