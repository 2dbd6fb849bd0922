import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { moveBooking, previewMove, STAY_FACTS } from '#app/features/bookings/manage/by-hand/move-booking.server.ts'
import { checkFree, ofChosenStay, refuseTaken } from '#app/features/bookings/manage/by-hand/stay-and-price.server.ts'
import type { Property } from '#app/features/bookings/manage/by-hand/stay-choice.ts'
import { isMovable, moveUndoRecord, priceOf } from '#app/features/bookings/manage/by-hand/store-move.server.ts'
import { undoMove } from '#app/features/bookings/manage/by-hand/undo-by-hand.server.ts'
import { type BookedStay, ofPayment, refuseStatus } from '#app/features/bookings/manage/change-booking.server.ts'
import { STATUS_WORDS } from '#app/features/bookings/manage/list/booking-list.ts'
import {
  canceledRecord,
  cancelThere,
  undoCancelThere,
} from '#app/features/bookings/manage/money/cancel-there.server.ts'
import { stayOf } from '#app/features/bookings/manage/undo-record.server.ts'
import { agreedPrice } from '#app/features/pricing/agreed-price.ts'
import type { Posted } from '#app/platform/change/change.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { undoFrom } from '#app/platform/change/recorded.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { FactFields } from '#app/shared/declared-facts.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { type Cents, centsFromNumeric, formatMoney, numericFromCents } from '#app/shared/money.ts'
import { isRefusal, type Refusal, refuse } from '#app/shared/refusal.ts'
import { importedBookings } from './import.tables.server.ts'
import { importedOf, seenOf, type There } from './plan-changes.server.ts'

export const SEEN_ANEW = 'Something changed while you looked. Look at the list again.'

const CANCELED: FactFields = {
  status: { label: 'Status', kind: 'choice', options: STATUS_WORDS },
  paid: { label: 'Paid', kind: 'money' },
}

/** The page of a file makes it for each row that was pressed. No form has it, as its fields are texts. */
const rowSchema = z.object({
  line: z.number(),
  there: z.custom<There>((value) => typeof value === 'object' && value !== null && 'kind' in value),
  seen: boundedText(100),
  file: boundedText(500),
})

/** Adds to the paid amount that the file recorded. */
async function addPaid(tx: Tx, bookingId: string, paid: Cents): Promise<void> {
  const sum = sql`${importedBookings.paid} + ${numericFromCents(paid)}::numeric`
  await tx.update(importedBookings).set({ paid: sum }).where(eq(importedBookings.bookingId, bookingId))
}

const moved = z.object({ undo: moveUndoRecord })

const undoStay = undoFrom({ before: moved }, async (tx, services, change, by) => {
  const refused = await undoMove(tx, services, change, by)
  if (refused) return refused
  await addPaid(tx, change.subjectId, -(change.before.undo.paid ?? 0))
  return undefined
})

const undoCanceled = undoFrom({ before: canceledRecord }, async (tx, services, change, by) => {
  const refused = await undoCancelThere(tx, services, change, by)
  if (refused) return refused
  await addPaid(tx, change.subjectId, change.before.undo.returned)
  return undefined
})

/** Changes an imported stay to its current state at its platform. */
export const followedChanges = {
  row: defineChange({
    scope: 'site:write',
    names: {
      'booking.changed-there': {
        scope: 'stays:write',
        words: 'Stay changed as in a file',
        facts: STAY_FACTS,
        undo: undoStay,
        ifRecorded: true,
      },
      'booking.cancelled-there': {
        scope: 'money:write',
        words: 'Booking canceled as in a file',
        facts: CANCELED,
        undo: undoCanceled,
      },
    },
    ...ofPayment,
    form: rowSchema,
    prepare: async (posted, { there }): Promise<Property | null | Refusal> =>
      there.kind === 'stay' ? ofChosenStay.prepare(posted, there) : null,
    transaction: (posted, input, work) =>
      refuseTaken(ofPayment.transaction(posted, input, work, posted.prepared ? [posted.prepared.id] : [])),
    run: async (tx, { line, there, seen, file }, { services, by, now, prepared: property, subject }) => {
      const isIt = eq(importedBookings.bookingId, subject.booking.id)
      const [imported] = await tx.select({ paid: importedBookings.paid }).from(importedBookings).where(isIt)
      const paid = centsFromNumeric(imported?.paid ?? '0')
      const isSeen = seenOf(importedOf(subject.booking, paid), there) === seen
      const about = { subject, paid, isSeen, by, now }
      const follow = () => {
        if (there.kind === 'canceled') return followCancellation(tx, { ...about, there })
        return property && followStay(tx, services, { ...about, there, property })
      }
      const made = await follow()
      if (made === null || isRefusal(made)) return made
      return { ...made, reason: `${file}, line ${line}` }
    },
  }),
}

type Followed<Kind extends There['kind']> = {
  subject: BookedStay
  there: Extract<There, { kind: Kind }>
  /** The amount that its earlier file recorded as paid there. */
  paid: Cents
  /** It is as the page showed it. Somebody may have changed it while the rows before it were done. */
  isSeen: boolean
  by: Operator
  now: Date
}

/** Null if it is canceled here, too, and nothing goes back. */
async function followCancellation(
  tx: Tx,
  { subject: { booking }, there, paid, isSeen, by, now }: Followed<'canceled'>,
) {
  if (booking.status === 'cancelled') return paid > there.kept ? refuse('refused', keptWords(paid, there.kept)) : null
  if (booking.status !== 'confirmed') return refuseStatus(booking)
  if (!isSeen) return refuse('refused', SEEN_ANEW)
  const returned = paid - Math.min(paid, there.kept)
  const made = await cancelThere(tx, { booking, paid, returned, by, now })
  if (isRefusal(made)) return made
  await addPaid(tx, booking.id, -returned)
  return { ...made, name: 'booking.cancelled-there' as const }
}

/** Null if it is like that here. The party stays as it is. */
async function followStay(
  tx: Tx,
  services: Posted['services'],
  { subject, there, property, paid: before, isSeen, by, now }: Followed<'stay'> & { property: Property },
) {
  const { booking } = subject
  if (!isMovable(booking.status)) return refuseStatus(booking)
  const stay = { ...stayOf(booking), checkIn: there.checkIn, checkOut: there.checkOut }
  const total = there.total ?? centsFromNumeric(booking.totalAmount)
  const isThere = property.id === booking.propertyId && stay.checkIn === booking.checkInDate
  if (isThere && stay.checkOut === booking.checkOutDate && total === centsFromNumeric(booking.totalAmount)) return null
  if (!isSeen) return refuse('refused', SEEN_ANEW)
  const checked = await checkFree(services, tx, { propertyId: property.id, stay, moved: booking })
  if (isRefusal(checked)) return checked
  const price = there.total === null ? priceOf(booking) : agreedPrice(checked.pricing, stay, total)
  const paid = there.paid === null ? 0 : there.paid - before
  const { returned } = await previewMove(tx, { booking, total, paid })
  if (returned > 0) return refuse('refused', tooMuchWords(returned, total))
  const agrees = booking.paymentSchedule !== null
  const moved = await moveBooking(tx, { subject, property, stay, price, returnedShown: 0, paid, agrees, by, now })
  if (isRefusal(moved)) return moved
  await addPaid(tx, booking.id, paid)
  return { ...moved.made, name: 'booking.changed-there' as const }
}

const keptWords = (paid: Cents, kept: Cents) =>
  `This booking is canceled by now, so nothing was changed. There, ${formatMoney(kept)} of ${formatMoney(paid)} stays yours. See on its own page what went back.`

const tooMuchWords = (returned: Cents, total: Cents) =>
  `Here, ${formatMoney(returned)} more is paid than the new total of ${formatMoney(total)}. Move it on its own page, where you see what goes back.`
