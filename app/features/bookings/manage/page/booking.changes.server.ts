import { z } from 'zod'
import { stayMessageChanges } from '#app/features/guest-messages/manage/stay-messages.changes.server.ts'
import { defineRecord } from '#app/platform/change/record-change.server.ts'
import { noteSchema } from '../booking-forms.server.ts'
import { ofColumn } from '../change-booking.server.ts'
import { moneyChanges } from '../money/money.changes.server.ts'
import { confirmBooking, declineBooking } from './confirm-booking.server.ts'
import { correctGuest } from './correct-guest.server.ts'
import { correctSource } from './correct-source.server.ts'
import { setDoorCode } from './door-code.server.ts'
import { renewGuestLink } from './guest-link.server.ts'
import { openCodes } from './open-codes.server.ts'
import { setPropertyReady } from './property-ready.server.ts'

/** A note for operators only. */
const note = defineRecord({
  scope: 'stays:write',
  name: 'booking.note-changed',
  words: 'Private note changed',
  facts: { label: 'Note', kind: 'text' },
  ...ofColumn('privateNote', z.string().nullable(), 'The note was changed again since.'),
})

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
  note: note.press({ form: noteSchema, make: ({ note }) => note || null }),
}

/** The changes of Today: requests, whether a home is ready for a stay, and reminders to pay. */
export const todayChanges = {
  confirm: confirmBooking,
  ready: setPropertyReady,
  'remind-payment': moneyChanges['remind-payment'],
}
