import { undoNoteChange } from '#app/features/bookings/manage/booking-page.server.ts'
import { undoGuestCorrection } from '#app/features/bookings/manage/correct-guest.server.ts'
import { declineTextsChanges } from '#app/features/bookings/manage/decline-texts.changes.server.ts'
import { undoHomeReady } from '#app/features/bookings/manage/home-ready.server.ts'
import { undoRecordedPayment } from '#app/features/bookings/manage/pay-by-hand.server.ts'
import { undoReturn } from '#app/features/bookings/manage/return-money.server.ts'
import { undoBookingByHand, undoMove } from '#app/features/bookings/manage/undo-by-hand.server.ts'
import { undoAddCalendar, undoSettleConflict } from '#app/features/calendar-sync/manage/calendars.changes.server.ts'
import { undoPriceChange } from '#app/features/pricing/manage/change-prices.server.ts'
import { undoPromoChange } from '#app/features/pricing/manage/codes/manage-promo-codes.server.ts'
import { priceChangeFacts, priceChangeWords } from '#app/features/pricing/manage/price-words.ts'
import { contentChanges } from '#app/features/properties/manage/content.changes.server.ts'
import { undoLegalVersion } from '#app/features/site/manage/legal.changes.server.ts'
import { siteChanges } from '#app/features/site/manage/site.changes.server.ts'
import { undoChangeCleanerLink, undoRevokeCleanerLink } from '#app/features/turnovers/cleaner-links.server.ts'
import { undoHandleDamage } from '#app/features/turnovers/turnover-photos.server.ts'
import type { AuditRow, ChangeName, Fact, HistoryWords, Undo, Values } from '#app/platform/change/audit.server.ts'
import { historyOf } from '#app/platform/change/define.server.ts'
import { countOf } from '#app/shared/words.ts'
import { undoBlockRemoval, undoBlocks, undoRates } from './calendar/undo-night-changes.server.ts'
import { factsByName, nameWords } from './change-facts.ts'
import { undoMark } from './inbox.server.ts'

const summaryOf = (values: unknown) => String((values as { summary?: unknown } | null)?.summary ?? '')
const codeIn = ({ before, after }: Values) => ((after ?? before) as { code?: string } | null)?.code ?? ''

const TOLD = 'The guest was told by email.'
const OLD_LINK = 'The old link stays closed.'

/** Every change that is recorded, by its name. */
const HISTORY = {
  ...historyOf([siteChanges, declineTextsChanges, contentChanges]),
  'block.added': { words: ({ after }) => summaryOf(after) || 'Block added', undo: undoBlocks },
  'block.removed': { words: ({ before }) => summaryOf(before) || 'Block removed', undo: undoBlockRemoval },
  'booking.added': { words: 'Booking added by hand', undo: undoBookingByHand, ifRecorded: true },
  'booking.cancelled': { words: 'Booking canceled', undo: TOLD },
  'booking.confirmed': { words: 'Booking confirmed', undo: TOLD },
  'booking.declined': { words: 'Booking declined', undo: TOLD },
  'booking.guest-corrected': { words: 'Guest’s details corrected', undo: undoGuestCorrection, ifRecorded: true },
  'booking.guest-link-renewed': { words: 'Link to the guest’s page replaced', undo: OLD_LINK },
  'booking.home-ready': {
    words: ({ after }) => (after === null ? 'Home marked as not ready' : 'Home marked as ready'),
    undo: undoHomeReady,
  },
  'booking.moved': { words: 'Stay moved', undo: undoMove, ifRecorded: true },
  'booking.note-changed': { words: 'Private note changed', undo: undoNoteChange },
  'booking.paid-elsewhere': { words: 'Payment recorded', undo: undoRecordedPayment },
  'booking.payment-reminded': { words: 'Reminder to pay sent', undo: TOLD },
  'booking.payment-requested': { words: 'Payment by card asked for', undo: 'Withdraw the link to pay instead.' },
  'booking.payment-withdrawn': { words: 'Link to pay withdrawn', undo: 'Ask for the payment again instead.' },
  'booking.refunded': { words: 'Refund made', undo: 'The money is on its way to the guest.' },
  'booking.returned': {
    words: ({ after }) => (after === null ? 'Money to be returned again' : 'Money recorded as returned'),
    undo: undoReturn,
  },
  'calendar.added': { words: 'Calendar of another site added', undo: undoAddCalendar },
  'calendar.address-renewed': {
    words: 'Address of the home’s calendar renewed',
    undo: 'The old address stays closed.',
  },
  'calendar.conflict-settled': { words: 'Conflict settled: it is the same guest', undo: undoSettleConflict },
  'calendar.removed': { words: 'Calendar of another site removed', undo: 'Add the calendar again instead.' },
  'cleaner-link.changed': { words: 'Link for a cleaner changed', undo: undoChangeCleanerLink },
  'cleaner-link.created': { words: 'Link for a cleaner made', undo: 'Revoke the link instead.' },
  'cleaner-link.renewed': { words: 'Link for a cleaner replaced', undo: OLD_LINK },
  'cleaner-link.revoked': { words: 'Link for a cleaner revoked', undo: undoRevokeCleanerLink },
  'damage.handled': { words: 'Damage dealt with', undo: undoHandleDamage },
  'home.added': { words: 'Home added', undo: 'It isn’t published, so guests don’t see it.' },
  'host-inquiry.marked': {
    words: ({ after }) => (after === 'new' ? 'Owner’s message marked as unread' : 'Owner’s message marked as read'),
    undo: undoMark,
  },
  'image.added': { words: 'Image added', undo: 'Delete the image where it was added instead.' },
  'image.changed': { words: 'Words or group of an image changed', undo: 'Write the old words again instead.' },
  'image.removed': { words: 'Image removed', undo: 'It is deleted. Add it again instead.' },
  'legal.version-added': { words: 'Version of a legal page added', undo: undoLegalVersion },
  'message.marked': {
    words: ({ after }) => (after === 'new' ? 'Message marked as unread' : 'Message marked as read'),
    undo: undoMark,
  },
  'night-minimums.changed': { words: ({ after }) => summaryOf(after), undo: undoRates },
  'night-prices.changed': { words: ({ after }) => summaryOf(after), undo: undoRates },
  'prices.changed': { words: priceChangeWords, facts: priceChangeFacts, undo: undoPriceChange },
  'prices.copied': {
    words: ({ after }) => `Prices copied to ${countOf(Object.keys(after ?? {}).length, 'home')}`,
    facts: priceChangeFacts,
    undo: undoPriceChange,
  },
  'promo.added': { words: (values) => `Promo code ${codeIn(values)} added`, undo: undoPromoChange },
  'promo.changed': { words: (values) => `Promo code ${codeIn(values)} changed`, undo: undoPromoChange },
  'promo.ended': { words: (values) => `Promo code ${codeIn(values)} ended`, undo: undoPromoChange },
} satisfies Record<ChangeName, HistoryWords>

type Recorded = Values & { action: string }

/** Null for a name that an earlier version recorded. */
const wordsFor = (action: string): HistoryWords | null =>
  Object.hasOwn(HISTORY, action) ? HISTORY[action as keyof typeof HISTORY] : null

/** What a recorded change did, in words. */
export function changeWords({ action, ...values }: Recorded): string {
  const words = wordsFor(action)?.words ?? nameWords(action)
  return typeof words === 'string' ? words : words(values)
}

/** What was before and after, by name, as text. Values that stayed the same are left out. */
export const changeFacts = ({ action, ...values }: Recorded): Fact[] => (wordsFor(action)?.facts ?? factsByName)(values)

/** How a recorded change is taken back; or, in a sentence or empty, why it cannot be. */
export function undoOf({ action, before }: Pick<AuditRow, 'action' | 'before'>): Undo | string {
  const change = wordsFor(action)
  if (!change?.ifRecorded) return change?.undo ?? ''
  return (before as { undo?: unknown } | null)?.undo ? change.undo : 'The guest was told, or money moved.'
}
