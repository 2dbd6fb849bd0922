import { stayMessageChanges } from '#app/features/guest-messages/manage/stay-messages.changes.server.ts'
import { moneyChanges } from '../money/money.changes.server.ts'
import { confirmBooking, declineBooking } from './confirm-booking.server.ts'
import { correctGuest } from './correct-guest.server.ts'
import { correctSource } from './correct-source.server.ts'
import { setDoorCode } from './door-code.server.ts'
import { renewGuestLink } from './guest-link.server.ts'
import { openCodes } from './open-codes.server.ts'
import { changeNote } from './private-note.server.ts'
import { setPropertyReady } from './property-ready.server.ts'

export const bookingChanges = {
  confirm: confirmBooking,
  decline: declineBooking,
  ...moneyChanges,
  guest: correctGuest,
  source: correctSource,
  'renew-link': renewGuestLink,
  'door-code': setDoorCode,
  'open-codes': openCodes,
  ...stayMessageChanges,
  note: changeNote,
}

/** The changes of Today: requests, whether a home is ready for a stay, and reminders to pay. */
export const todayChanges = {
  confirm: confirmBooking,
  ready: setPropertyReady,
  'remind-payment': moneyChanges['remind-payment'],
}
