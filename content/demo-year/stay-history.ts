import { audit } from '#app/platform/change/change.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { nightsBetween } from '#app/shared/dates.ts'
import { centsFromNumeric } from '#app/shared/money.ts'
import { OPERATOR } from './operator.ts'
import type { StayRows } from './stay-rows.ts'

export type AuditRow = typeof audit.$inferInsert

/** A change of the back office as it is recorded. Its subject is the first word of its name. */
export function changeOf(
  action: string,
  change: Pick<AuditRow, 'subjectId' | 'happenedAt' | 'before' | 'after' | 'reason' | 'propertyIds'>,
): AuditRow {
  return { action, subject: action.slice(0, action.indexOf('.')), operatorName: OPERATOR, ...change }
}

/** Stores changes of the past, in their order. Only samples have a past that no operator made. */
export async function storeHistory(tx: Tx, history: readonly AuditRow[]): Promise<void> {
  await tx.insert(audit).values(history.toSorted((one, other) => one.happenedAt.getTime() - other.happenedAt.getTime()))
}

/** What an operator did with a stay, as History shows it. */
export function historyOfStay(rows: StayRows): AuditRow[] {
  const { booking, changes, ledger, stay } = rows
  const about = { subjectId: booking.id }
  const history: AuditRow[] = []
  const [first] = changes
  const total = centsFromNumeric(booking.totalAmount)
  if (first?.cause === 'operator' && first.changedAt) {
    const { source, checkInDate: checkIn, checkOutDate: checkOut } = booking
    const after = { source, checkIn, checkOut, total, byRates: total }
    history.push(changeOf('booking.added', { ...about, before: {}, after, happenedAt: first.changedAt }))
  }
  for (const { fromStatus, toStatus, cause, changedAt, reason } of changes.slice(1)) {
    if (cause !== 'operator' || !changedAt) continue
    const when = { ...about, reason: reason ?? null, happenedAt: changedAt }
    const ended = { status: toStatus, refund: centsFromNumeric(booking.refundAmount ?? '0'), cancelledFor: 'operator' }
    history.push(
      toStatus === 'cancelled'
        ? changeOf('booking.cancelled', { ...when, before: { status: fromStatus }, after: ended })
        : changeOf(`booking.${toStatus}`, { ...when, before: fromStatus, after: toStatus }),
    )
  }
  const returns = ledger.filter(({ kind, amount }) => kind === 'paid-elsewhere' && amount.startsWith('-'))
  for (const { kind, amount, note, happenedAt } of ledger) {
    if (kind !== 'paid-elsewhere' || stay.paidBy === 'platform' || amount.startsWith('-')) continue
    const after = { amount: centsFromNumeric(amount), note }
    history.push(changeOf('booking.paid-elsewhere', { ...about, after, happenedAt }))
  }
  if (booking.status === 'cancelled') {
    for (const { amount, note, happenedAt } of returns) {
      const after = { amount: -centsFromNumeric(amount), note }
      history.push(changeOf('booking.returned', { ...about, after, happenedAt }))
    }
  }
  return [...history, ...changesOfStay(rows)]
}

/** A refund lowered the price, or a night was added. */
function changesOfStay({ booking, stay, states }: StayRows): AuditRow[] {
  const [before, after] = states.slice(-2).map((state) => ({ ...state, total: centsFromNumeric(state.total) }))
  if (!before || !after || states.length < 2) return []
  const when = { subjectId: booking.id, happenedAt: after.at }
  if (stay.later.kind === 'refunded') {
    const made = { total: after.total, refund: before.total - after.total }
    const reason = 'Sample reason: the hot tub was cold for a day.'
    return [changeOf('booking.refunded', { ...when, before: { total: before.total }, after: made, reason })]
  }
  if (stay.later.kind !== 'longer' || nightsBetween(before.checkOut, after.checkOut) === 0) return []
  const stated = (state: typeof before) => ({
    ...stay.party,
    checkIn: stay.checkIn,
    checkOut: state.checkOut,
    total: state.total,
  })
  return [
    changeOf('booking.moved', {
      ...when,
      propertyIds: [booking.propertyId],
      before: stated(before),
      after: stated(after),
    }),
  ]
}
