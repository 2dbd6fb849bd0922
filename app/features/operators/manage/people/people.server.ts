import { and, asc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import { lastingSessions } from '#app/features/operators/accounts.server.ts'
import { accountLinks, authenticators, users } from '#app/features/operators/operators.tables.server.ts'
import { hasFactor } from '#app/features/operators/second-factor.server.ts'
import { listPropertyNames } from '#app/features/properties/properties.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import type { Role } from '#app/shared/roles.ts'
import type { Person } from './people.ts'

type Invitation = { id: string; email: string; role: Role; propertyIds: string[] | null; until: string }

/** Everyone who may sign in, and who is invited. Four statements. */
export async function getPeople({ db, clock }: Pick<Services, 'db' | 'clock'>, timeZone: string) {
  const now = clock.now()
  const lasting = lastingSessions({ db, clock })
  const rows = await db
    .select({ user: users, sessions: lasting.sessions, lastSeen: lasting.lastSeenAt, hasFactor })
    .from(users)
    .leftJoin(lasting, eq(lasting.userId, users.id))
    .leftJoin(authenticators, eq(authenticators.userId, users.id))
    .orderBy(asc(users.username))
  const links = await db
    .select()
    .from(accountLinks)
    .where(and(isNull(accountLinks.userId), isNotNull(accountLinks.role), gt(accountLinks.expiresAt, now)))
    .orderBy(asc(accountLinks.email))
  const [settings] = await db.select({ requiresSecondFactor: site.requiresSecondFactor }).from(site)
  return {
    people: rows.map(({ user, sessions, lastSeen, hasFactor }): Person => {
      const { id, username, email, role, propertyIds, suspendedAt } = user
      const seen = lastSeen && formatMomentWithYear(lastSeen, timeZone)
      return {
        id,
        username,
        email,
        role,
        propertyIds,
        isSuspended: suspendedAt !== null,
        hasFactor,
        sessions: sessions ?? 0,
        lastSeen: seen,
      }
    }),
    invitations: links.flatMap(({ id, email, role, propertyIds, expiresAt }): Invitation[] =>
      role ? [{ id, email, role, propertyIds, until: formatMomentWithYear(expiresAt, timeZone) }] : [],
    ),
    properties: (await listPropertyNames({ db })).map(({ id, name }) => ({ id, name })),
    requiresSecondFactor: settings?.requiresSecondFactor ?? false,
  }
}
