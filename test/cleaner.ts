import type { ZodType } from 'zod'
import { users } from '#app/features/operators/operators.tables.server.ts'
import { rooms } from '#app/features/properties/properties.tables.server.ts'
import { getCleanerPage } from '#app/features/turnovers/cleaner-page.server.ts'
import { type NewLink, turnoverChanges } from '#app/features/turnovers/manage/turnovers.changes.server.ts'
import type { Change } from '#app/platform/change/change.server.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import { type Operator, UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { TestDatabase } from './database.ts'
import { makeBooking, makeProperty, makeSite, testServices } from './factories.ts'

/** A home with turnovers, and the link of its cleaner. */
export function useCleaner(database: () => TestDatabase) {
  const services = (): Services => testServices(database())
  const db = () => database().db
  async function makeOperator(): Promise<Operator> {
    const [user] = await db().insert(users).values({ username: 'mia', passwordHash: 'x' }).returning()
    return { ...UNNAMED, id: user?.id ?? null, name: 'mia' }
  }
  const guest = {
    status: 'confirmed' as const,
    guestName: 'Ada Guest',
    guestEmail: 'ada@example.com',
    guestPhone: '+1 970 555 0100',
  }
  /** A home in which one party leaves tomorrow and another arrives, and a link of Maria for it. */
  async function makeLink({ email = 'maria@example.com' as string | null } = {}) {
    await makeSite(db())
    const propertyId = await makeProperty(db(), { name: 'Lake house', timeZone: 'America/Denver' })
    await db()
      .insert(rooms)
      .values([
        { propertyId, name: 'One', beds: [{ kind: 'king', count: 1 }] },
        {
          propertyId,
          name: 'Two',
          beds: [
            { kind: 'king', count: 1 },
            { kind: 'twin', count: 2 },
          ],
        },
      ])
    await makeBooking(db(), propertyId, { from: '2027-05-30', to: '2027-06-02' }, guest)
    const party = { numberOfGuests: 4, adults: 3, children: 1, infants: 1, pets: 1 }
    const next = await makeBooking(db(), propertyId, { from: '2027-06-02', to: '2027-06-06' }, { ...guest, ...party })
    const by = await makeOperator()
    const input = { name: 'Maria', email, propertyIds: [propertyId] }
    const secret = secretOf(await makeChange(turnoverChanges.create, { services: services(), by }, input))
    return { propertyId, next, by, secret, input }
  }
  /** The secret of a new link, which is shown once. */
  function secretOf(made: { ok: boolean; shown?: NewLink }): string {
    if (!made.shown) throw new Error('there is no new link')
    return made.shown.url.split('/').at(-1) ?? ''
  }
  async function change(intent: 'renew' | 'revoke' | 'handled', { id, by }: { id: string; by: Operator }) {
    const pressed: Change<ZodType, NewLink> = turnoverChanges[intent]
    const made = await makeChange(pressed, { services: services(), by, id }, { id })
    if (!made.ok) throw new Error(made.message)
    return { ...made, id: made.id ?? '' }
  }
  const pageOf = async (secret: string) => (await getCleanerPage(services(), secret))?.turnovers ?? []
  return { services, db, makeLink, secretOf, change, pageOf }
}
