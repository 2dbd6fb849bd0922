import { and, desc, eq, gt } from 'drizzle-orm'
import {
  authenticators,
  operatorSessions,
  recoveryCodes,
  users,
} from '#app/features/operators/operators.tables.server.ts'
import { listPasskeys } from '#app/features/operators/passkeys.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import type { ListedPasskey, ListedSession } from './account.ts'

/** The account of the caller, with its sessions; null in the demo, where nobody signs in. Five statements. */
export async function getAccount({ db, clock }: Pick<Services, 'db' | 'clock'>, by: Operator, timeZone: string) {
  if (!by.id) return null
  const [user] = await db.select().from(users).where(eq(users.id, by.id))
  if (!user) return null
  const isLasting = and(eq(operatorSessions.userId, by.id), gt(operatorSessions.expiresAt, clock.now()))
  const sessions = await db.select().from(operatorSessions).where(isLasting).orderBy(desc(operatorSessions.lastSeenAt))
  const [app] = await db.select().from(authenticators).where(eq(authenticators.userId, by.id))
  return {
    username: user.username,
    email: user.email,
    role: user.role,
    hasApp: app?.confirmedAt != null,
    passkeys: (await listPasskeys(db, by.id)).map(
      ({ id, name, createdAt, lastUsedAt }): ListedPasskey => ({
        id,
        name,
        added: formatMomentWithYear(createdAt, timeZone),
        lastUsed: lastUsedAt && formatMomentWithYear(lastUsedAt, timeZone),
      }),
    ),
    codesLeft: await db.$count(recoveryCodes, eq(recoveryCodes.userId, by.id)),
    sessions: sessions.map(
      ({ id, browser, address, createdAt, lastSeenAt }): ListedSession => ({
        id,
        browser: browser ?? 'An unknown browser',
        address: address ?? 'unknown',
        since: formatMomentWithYear(createdAt, timeZone),
        lastSeen: formatMomentWithYear(lastSeenAt, timeZone),
        isThis: id === by.session?.id,
      }),
    ),
  }
}
