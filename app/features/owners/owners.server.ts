import { and, asc, desc, eq, gt, inArray, ne, sql } from 'drizzle-orm'
import { blocks, occupancies } from '#app/features/availability/availability.tables.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { lastPeriods, periodFromQuery, periodOf } from '#app/features/reports/periods.ts'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { addMonths, dateInZone, type IsoDate, startOfMonth } from '#app/shared/dates.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import type { Cents } from '#app/shared/money.ts'
import { isUuid } from '#app/shared/uuid.ts'
import type { OwnerNights } from './owner-calendar.tsx'
import { ownerValue } from './owner-value.server.ts'
import { ownerProperties, ownerStatements, owners } from './owners.tables.server.ts'
import type { StatementFigures } from './statement.ts'
import {
  draftStatement,
  listOpenCosts,
  listStatements,
  nextMonth,
  type OwnerRow,
  type SentStatement,
} from './statements.server.ts'

/** How many months can be chosen. */
const CHOICES = 25

/** The homes that an owner can be given, with whose they are. */
async function listProperties({ db }: Services) {
  const cleanerPay = sql<Cents>`coalesce(${ownerProperties.cleanerPay}, 0)`
  return db
    .select({ id: properties.id, name: properties.name, ownerId: ownerProperties.ownerId, cleanerPay })
    .from(properties)
    .leftJoin(ownerProperties, eq(ownerProperties.propertyId, properties.id))
    .orderBy(asc(properties.displayOrder), asc(properties.name))
}

/** All owners by name, with their homes and their last statement. */
export async function getOwners(services: Services) {
  const { db } = services
  const properties = await listProperties(services)
  const last = await db
    .selectDistinctOn([ownerStatements.ownerId], {
      ownerId: ownerStatements.ownerId,
      month: ownerStatements.month,
      paidOn: ownerStatements.paidOn,
    })
    .from(ownerStatements)
    .orderBy(ownerStatements.ownerId, desc(ownerStatements.month))
  const rows = await db.select({ id: owners.id, name: owners.name }).from(owners).orderBy(asc(owners.name))
  return {
    owners: rows.map(({ id, name }) => ({
      id,
      name,
      properties: properties.filter(({ ownerId }) => ownerId === id).map((property) => property.name),
      last: last.find(({ ownerId }) => ownerId === id) ?? null,
    })),
    properties: properties.map(({ id, name, ownerId }) => ({ id, name, isFree: ownerId === null })),
  }
}

/** An owner with the statement of a month, by default of the first one that was not sent. Null if there is none. */
export async function getOwner(services: Services, id: string, query: URLSearchParams) {
  const { db, clock, config } = services
  const [owner] = isUuid(id) ? await db.select().from(owners).where(eq(owners.id, id)) : []
  if (!owner) return null
  const timeZone = await getOperatorTimeZone(services)
  const today = dateInZone(clock.now(), timeZone)
  const sent = await listStatements(db, id)
  const next = nextMonth(owner, sent)
  const past = addMonths(startOfMonth(today), -1)
  const month = periodFromQuery(query.get('month'), 'month') ?? periodOf(next && next < past ? next : past, 'month')
  const statement = sent.find((one) => one.month === month.from)
  const choices = (await listProperties(services)).filter(({ ownerId }) => ownerId === null || ownerId === id)
  const properties = choices
    .filter(({ ownerId }) => ownerId === id)
    .map((property) => ({ ...property, version: versionOf({ cleanerPay: property.cleanerPay }) }))
  const costs = await listOpenCosts(db, id)
  const value = ownerValue(owner, properties)
  return {
    id,
    value,
    version: versionOf(value),
    month,
    today,
    properties,
    choices,
    periods: lastPeriods(today, 'month', CHOICES),
    figures:
      statement?.figures ?? (await draftStatement(db, { owner, properties, costs, month, sent, now: clock.now() })),
    sent: statement ? stateOf(statement, timeZone) : null,
    /** Whether it can be sent: the month is over, and none is left out. */
    canSend: !statement && today >= month.to && (next === null || next === month.from),
    isWithdrawn: !statement && owner.withdrawnMonths.includes(month.from),
    openCosts: costs,
    url: `${config.siteUrl}/owner/${owner.token}`,
  }
}

const stateOf = ({ id, sentAt, operatorName, paidOn }: SentStatement, timeZone: string) => ({
  id,
  at: formatMomentWithYear(sentAt, timeZone),
  by: operatorName,
  paidOn,
})

/** The owner of a secret link; null if there is none. */
async function findOwner({ db }: Pick<Services, 'db'>, token: string): Promise<OwnerRow | null> {
  const [owner] = isUuid(token) ? await db.select().from(owners).where(eq(owners.token, token)) : []
  return owner ?? null
}

/** The page of an owner: the sent statements, and coming stays. No guest is named. Null if the link is wrong. */
export async function getOwnerPage(services: Services, token: string, query: URLSearchParams) {
  const owner = await findOwner(services, token)
  if (!owner) return null
  const { db, clock } = services
  const today = dateInZone(clock.now(), await getOperatorTimeZone(services))
  const properties = (await listProperties(services)).filter(({ ownerId }) => ownerId === owner.id)
  const sent = await listStatements(db, owner.id)
  const isAsked = (month: IsoDate) => month.startsWith(query.get('month') ?? '-')
  // A mail has the address of the month. Another statement in its place would be read as that one.
  const isGone = owner.withdrawnMonths.some(isAsked)
  const shown = sent.find(({ month }) => isAsked(month)) ?? (isGone ? undefined : sent[0])
  return {
    name: owner.name,
    months: sent.map(({ month }) => periodOf(month, 'month')),
    statement: shown
      ? { month: periodOf(shown.month, 'month'), figures: forOwner(shown.figures), paidOn: shown.paidOn }
      : null,
    withdrawnMonths: owner.withdrawnMonths.map((month) => periodOf(month, 'month')),
    today,
    properties: properties.map(({ id, name }) => ({ id, name })),
    nights: await listNights(services, properties, today),
  }
}

/** Without the cleaner's pay, and without receipts, which only operators open. */
const forOwner = (figures: StatementFigures): StatementFigures => ({
  ...figures,
  properties: [],
  costs: figures.costs.map((cost) => ({ ...cost, receipt: null })),
})

const spanOf = ({ propertyId, nights }: typeof blocks | typeof occupancies) => ({
  propertyId,
  from: sql<IsoDate>`lower(${nights})::text`,
  to: sql<IsoDate>`upper(${nights})::text`,
})

/** The nights of homes from a day on: of guests, requests, the owner, or nobody. */
async function listNights({ db }: Services, properties: { id: string; name: string }[], today: IsoDate) {
  const ids = properties.map(({ id }) => id)
  const stays = await db
    .select({
      propertyId: bookings.propertyId,
      from: bookings.checkInDate,
      to: bookings.checkOutDate,
      guests: bookings.numberOfGuests,
      status: bookings.status,
    })
    .from(bookings)
    .where(
      and(
        inArray(bookings.status, ['confirmed', 'pending']),
        gt(bookings.checkOutDate, today),
        inArray(bookings.propertyId, ids),
      ),
    )
  const own = await db
    .select({ ...spanOf(blocks), kind: blocks.kind })
    .from(blocks)
    .where(and(gt(sql`upper(${blocks.nights})`, today), inArray(blocks.propertyId, ids), ne(blocks.kind, 'visit')))
  const elsewhere = await db
    .select({ ...spanOf(occupancies), eventKind: occupancies.eventKind })
    .from(occupancies)
    .where(
      and(
        eq(occupancies.kind, 'import'),
        gt(sql`upper(${occupancies.nights})`, today),
        inArray(occupancies.propertyId, ids),
      ),
    )
  const nights: Omit<OwnerNights, 'property'>[] = [
    ...elsewhere.map(({ eventKind, ...span }) => ({
      ...span,
      kind: eventKind === 'block' ? ('closed' as const) : ('elsewhere' as const),
      guests: 0,
    })),
    ...stays.map(({ status, guests, ...span }) =>
      status === 'confirmed'
        ? { ...span, kind: 'guests' as const, guests }
        : { ...span, kind: 'requested' as const, guests: 0 },
    ),
    ...own.map(({ kind, ...span }) => ({ ...span, kind: kind === 'owner' ? kind : ('closed' as const), guests: 0 })),
  ]
  return nights
    .map((span) => ({ ...span, property: properties.find(({ id }) => id === span.propertyId)?.name ?? '' }))
    .sort((one, other) => one.from.localeCompare(other.from) || one.property.localeCompare(other.property))
}
