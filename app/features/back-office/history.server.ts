import { and, desc, eq, gte, isNotNull, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { referenceFrom } from '#app/features/bookings/booking-reference.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { inquiries } from '#app/features/contact/contact.tables.server.ts'
import { hostInquiries } from '#app/features/host-inquiries/host-inquiries.tables.server.ts'
import { conversations } from '#app/features/inbox/inbox.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { seenBy } from '#app/features/properties/seen-by.server.ts'
import type { AuditRow } from '#app/platform/change/audit.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { queryPage, queryText } from '#app/platform/http/list-query.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { isIsoDate } from '#app/shared/dates.ts'
import { formatMomentWithYear } from '#app/shared/dates-with-year.ts'
import { may } from '#app/shared/may.ts'
import { bookingPath } from '#app/shared/paths/booking-path.ts'
import { ROLES, type Role } from '#app/shared/roles.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { type ChangeName, changeFacts, changeWords, confirmsUndo, nameWords, undoOf } from './changes.server.ts'
import type { ChangeNotice, HistoryEntry, HistoryFilter } from './history.ts'

const query = z.object({
  property: queryText(100),
  booking: queryText(100).transform(referenceFrom),
  operator: queryText(100),
  thing: queryText(100),
  day: queryText(20).transform((text) => (isIsoDate(text) ? text : '')),
  page: queryPage,
})

/** Reads the filter from the address. What is unknown there counts as not given. */
export const historyFilterFromQuery = (address: URLSearchParams): HistoryFilter =>
  query.parse(Object.fromEntries(address))

const PAGE_SIZE = 50
/** The bar that offers to undo a change is not shown again when an old address is opened. */
const NOTICE_MINUTES = 10

/** The change that took this one back. */
const undoneBy = sql<string | null>`(select undone.id from audit undone where undone.undoes = ${audit.id})`
/** The subject's id, if the change is about this kind of thing. */
const idOf = (...subjects: string[]) => sql`case when ${audit.subject} in ${subjects} then ${audit.subjectId}::uuid end`

const changes = ({ db }: Pick<Services, 'db'>, where: SQL | undefined) =>
  db
    .select({
      change: audit,
      reference: bookings.reference,
      guestName: bookings.guestName,
      bookedPropertyId: bookings.propertyId,
      sender: sql<string | null>`coalesce(${conversations.name}, ${inquiries.name}, ${hostInquiries.name})`,
      conversation: conversations.id,
      undoneBy,
    })
    .from(audit)
    .leftJoin(bookings, eq(bookings.id, idOf('booking')))
    .leftJoin(conversations, eq(conversations.id, idOf('conversation')))
    .leftJoin(inquiries, eq(inquiries.id, idOf('message')))
    .leftJoin(hostInquiries, eq(hostInquiries.id, idOf('host-inquiry')))
    .where(where)
    .orderBy(desc(audit.happenedAt), desc(audit.id))

type Change = Awaited<ReturnType<typeof changes>>[number]

function aboutOf({ reference, guestName, sender, conversation }: Change): HistoryEntry['about'] {
  if (reference) return { label: `${guestName}, ${reference}`, path: bookingPath(reference) }
  if (!sender) return null
  return { label: sender, path: conversation ? `/admin/inbox/${conversation}` : '/admin/inbox' }
}

function wordsOf({ undoes, ...change }: AuditRow): string {
  if (!undoes) return changeWords(change)
  const words = changeWords({ ...change, before: change.after, after: change.before })
  return `Undone: ${words.charAt(0).toLowerCase()}${words.slice(1)}`
}

function undoState({ change, undoneBy }: Change, by: Operator): HistoryEntry['undo'] {
  if (change.undoes) return 'undoes'
  if (undoneBy) return 'undone'
  return typeof undoOf(change, by) === 'string' ? null : 'possible'
}

/** Why a change can’t be undone, for the operator. */
function noUndo({ change, undoneBy }: Change, by: Operator): string {
  const undo = change.undoes || undoneBy ? '' : undoOf(change, by)
  return typeof undo === 'string' ? undo : ''
}

const byWhom = (name: string, role: Role | null) =>
  role ? `by ${name} (${ROLES[role].label.toLowerCase()})` : `by ${name}`

type HistoryPage = {
  entries: HistoryEntry[]
  hasOlder: boolean
  properties: { slug: string; name: string }[]
  operators: string[]
  /** The kinds of changed things so far, by their names in the filter. */
  things: [thing: string, label: string][]
}

/**
 * Who changed what, the newest first, a page of 50. Operators without access to the whole History see their own
 * changes. Four statements.
 */
export async function listHistory(
  services: Pick<Services, 'db' | 'config'>,
  filter: HistoryFilter,
  by: Operator,
  limit = PAGE_SIZE,
): Promise<HistoryPage> {
  const { db, config } = services
  const shown = await db
    .select({ id: properties.id, slug: properties.slug, name: properties.name, timeZone: properties.timeZone })
    .from(properties)
    .where(seenBy(by))
    .orderBy(properties.displayOrder, properties.name)
  const seesAll = may(by, 'site:read')
  const byId = new Map(shown.map((property) => [property.id, property]))
  const names = new Map(shown.map(({ id, name }) => [id, name]))
  const property = shown.find(({ slug }) => slug === filter.property)
  const timeZone = (property ?? shown[0])?.timeZone ?? 'UTC'
  const rows = await changes(
    services,
    and(
      property && or(sql`${audit.propertyIds} @> array[${property.id}]::uuid[]`, eq(bookings.propertyId, property.id)),
      filter.booking ? eq(bookings.reference, filter.booking) : undefined,
      filter.operator ? eq(audit.operatorName, filter.operator) : undefined,
      filter.thing ? eq(audit.subject, filter.thing) : undefined,
      filter.day ? sql`(${audit.happenedAt} at time zone ${timeZone})::date = ${filter.day}::date` : undefined,
      seesAll || !by.id ? undefined : eq(audit.operatorId, by.id),
    ),
  )
    .limit(limit + 1)
    .offset((filter.page - 1) * limit)
  const nobody = config.demo ? 'on this computer' : 'by a command on the server'
  const entries = rows.slice(0, limit).map((row): HistoryEntry => {
    const ids = row.bookedPropertyId ? [row.bookedPropertyId] : row.change.propertyIds
    const touched = ids.flatMap((id) => byId.get(id) ?? [])
    const clocks = (touched[0] ?? shown[0])?.timeZone ?? 'UTC'
    const { id, operatorName, operatorRole, reason, happenedAt } = row.change
    return {
      id,
      reason,
      words: wordsOf(row.change),
      about: aboutOf(row),
      undo: undoState(row, by),
      noUndo: noUndo(row, by),
      confirms: confirmsUndo(row.change),
      properties: touched.map(({ name }) => name),
      by: operatorName ? byWhom(operatorName, operatorRole) : nobody,
      at: formatMomentWithYear(happenedAt, clocks),
      instant: `${happenedAt.toISOString().slice(0, 19)}Z`,
      facts: changeFacts(row.change, { properties: names, timeZone: clocks }),
    }
  })
  return {
    entries,
    hasOlder: rows.length > limit,
    properties: shown.map(({ slug, name }) => ({ slug, name })),
    ...(seesAll ? await listChoices(db) : { operators: [], things: [] }),
  }
}

/** What the history can be narrowed to. */
async function listChoices(db: Services['db']): Promise<Pick<HistoryPage, 'operators' | 'things'>> {
  const named = await db.selectDistinct({ name: audit.operatorName }).from(audit).orderBy(audit.operatorName)
  const subjects = await db.selectDistinct({ subject: audit.subject }).from(audit).orderBy(audit.subject)
  return {
    operators: named.flatMap(({ name }) => name ?? []),
    things: subjects.map(({ subject }) => [subject, nameWords(subject)]),
  }
}

/** The stream of a booking has these already: as a status, as a payment, or as an email. */
const SHOWN_OTHERWISE: ChangeName[] = [
  'booking.added',
  'booking.confirmed',
  'booking.declined',
  'booking.cancelled',
  'booking.cancelled-there',
  'booking.refunded',
  'booking.returned',
  'booking.paid-elsewhere',
  'booking.payment-reminded',
  'booking.message-sent',
]

/** The other changes of a booking, the oldest first: all of them for whoever sees History, else their own. */
export async function listBookingChanges(
  services: Pick<Services, 'db' | 'config'>,
  { reference, timeZone }: { reference: string; timeZone: string },
  by: Operator,
) {
  const ofBooking = sql`${audit.subject} = 'booking' and ${audit.subjectId} =
    (select id::text from bookings where reference = ${reference})`
  const rows = await changes(
    services,
    and(
      ofBooking,
      or(isNotNull(audit.undoes), notInArray(audit.action, SHOWN_OTHERWISE)),
      may(by, 'site:read') || !by.id ? undefined : eq(audit.operatorId, by.id),
    ),
  ).limit(PAGE_SIZE)
  return rows.map(({ change }) => {
    const { id, happenedAt, operatorName } = change
    return {
      ...{ id, words: wordsOf(change), by: operatorName },
      at: formatMomentWithYear(happenedAt, timeZone),
      time: happenedAt.toISOString(),
    }
  })
}

/** The change that this operator has just made, as the address names it; null for any other. */
export async function findNotice(
  services: Pick<Services, 'db' | 'clock'>,
  { id, by }: { id: string | null; by: Operator },
): Promise<ChangeNotice | null> {
  if (!id || !isUuid(id)) return null
  const since = new Date(services.clock.now().getTime() - NOTICE_MINUTES * 60_000)
  const own = by.id === null ? isNull(audit.operatorId) : eq(audit.operatorId, by.id)
  const [row] = await changes(services, and(eq(audit.id, id), own, gte(audit.happenedAt, since)))
  if (!row) return null
  const about = aboutOf(row)?.label ?? null
  const canUndo = undoState(row, by) === 'possible'
  return { id, words: wordsOf(row.change), about, canUndo, confirms: confirmsUndo(row.change) }
}
