import { eq } from 'drizzle-orm'
import { undoNoteChange } from '#app/features/bookings/manage/booking-page.server.ts'
import { undoGuestCorrection } from '#app/features/bookings/manage/correct-guest.server.ts'
import { undoDeclineTexts } from '#app/features/bookings/manage/decline-texts.server.ts'
import { undoHomeReady } from '#app/features/bookings/manage/home-ready.server.ts'
import { undoRecordedPayment } from '#app/features/bookings/manage/pay-by-hand.server.ts'
import { undoReturn } from '#app/features/bookings/manage/return-money.server.ts'
import { undoBookingByHand, undoMove } from '#app/features/bookings/manage/undo-by-hand.server.ts'
import { undoAddCalendar, undoSettleConflict } from '#app/features/calendar-sync/manage-calendars.server.ts'
import { undoPriceChange } from '#app/features/pricing/change-prices.server.ts'
import { undoPromoChange } from '#app/features/pricing/manage-promo-codes.server.ts'
import { undoContentChange } from '#app/features/properties/manage/change-content.server.ts'
import { undoLegalVersion } from '#app/features/site/manage-legal.server.ts'
import { undoSitePayment } from '#app/features/site/manage-payment.server.ts'
import { undoSiteSettings } from '#app/features/site/manage-site.server.ts'
import { undoChangeCleanerLink, undoRevokeCleanerLink } from '#app/features/turnovers/cleaner-links.server.ts'
import { undoHandleDamage } from '#app/features/turnovers/turnover-photos.server.ts'
import { type AuditRow, recordAudit, type Undo } from '#app/platform/audit.server.ts'
import { audit } from '#app/platform/db/schema.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { undoBlockRemoval, undoBlocks, undoRates } from './calendar/undo-night-changes.server.ts'
import { undoMark } from './inbox.server.ts'

/** How each action is undone; beside the write itself. What sent mail or moved money has none. */
const UNDO: Record<string, Undo> = {
  'calendar.added': undoAddCalendar,
  'calendar.conflict-settled': undoSettleConflict,
  'cleaner-link.changed': undoChangeCleanerLink,
  'cleaner-link.revoked': undoRevokeCleanerLink,
  'damage.handled': undoHandleDamage,
  'booking.note-changed': undoNoteChange,
  'booking.home-ready': undoHomeReady,
  'booking.paid-elsewhere': undoRecordedPayment,
  'booking.returned': undoReturn,
  'content.changed': undoContentChange,
  'legal.version-added': undoLegalVersion,
  'site.decline-texts-changed': undoDeclineTexts,
  'site.payment-changed': undoSitePayment,
  'site.settings-changed': undoSiteSettings,
  'message.marked': undoMark,
  'host-inquiry.marked': undoMark,
  'prices.changed': undoPriceChange,
  'prices.copied': undoPriceChange,
  'promo.added': undoPromoChange,
  'promo.changed': undoPromoChange,
  'promo.ended': undoPromoChange,
  'block.added': undoBlocks,
  'block.removed': undoBlockRemoval,
  'night-prices.changed': undoRates,
  'night-minimums.changed': undoRates,
}

/** Undone only if the record has what that needs, as `before.undo`: it has none if mail was sent or money moved. */
const UNDO_IF_RECORDED: Record<string, Undo> = {
  'booking.added': undoBookingByHand,
  'booking.guest-corrected': undoGuestCorrection,
  'booking.moved': undoMove,
}

type Recorded = Pick<AuditRow, 'action' | 'before'>

function undoOf({ action, before }: Recorded): Undo | undefined {
  const recorded = (before as { undo?: unknown } | null)?.undo
  const undos = recorded ? UNDO_IF_RECORDED : UNDO
  return Object.hasOwn(undos, action) ? undos[action] : undefined
}

/** Whether a change can be undone at all. */
export const hasUndo = (change: Recorded) => undoOf(change) !== undefined

export type UndoOutcome = { ok: true; id: string } | { ok: false; status: number; message: string }

const refuse = (status: number, message: string) => ({ ok: false as const, status, message })

class Refused extends Error {}

/** Undoes a change, once, and records that. `id` is that of the new record. */
export async function undoChange(services: Services, { id, by }: { id: string; by: Operator }): Promise<UndoOutcome> {
  if (!isUuid(id)) return refuse(404, 'There is no such change.')
  let refusal: UndoOutcome | undefined
  const undone = services.db.transaction(async (tx) => {
    // The lock makes the second press wait, and find the first.
    const [change] = await tx.select().from(audit).where(eq(audit.id, id)).for('update')
    const [already] = await tx.select({ id: audit.id }).from(audit).where(eq(audit.undoes, id))
    const undo = change && !change.undoes ? undoOf(change) : undefined
    if (!change) refusal = refuse(404, 'There is no such change.')
    else if (already) refusal = refuse(409, 'This was undone already.')
    else if (!undo) refusal = refuse(409, 'This can’t be undone.')
    if (!change || !undo || refusal) throw new Refused()
    const refused = await undo(tx, services, change, by)
    if (refused) refusal = refuse(409, `${refused.message} Nothing was changed.`)
    if (refused) throw new Refused()
    const { action, subjectId, propertyIds } = change
    const values = { before: change.after, after: change.before, undoes: id, at: services.clock.now() }
    return recordAudit(tx, { by, action: action as 'change.undone', subjectId, propertyIds, ...values })
  })
  try {
    return { ok: true, id: await undone }
  } catch (error) {
    if (refusal && error instanceof Refused) return refusal
    throw error
  }
}
