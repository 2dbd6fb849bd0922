import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { undoFrom } from '#app/platform/change/recorded.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { refuse } from '#app/shared/refusal.ts'
import { guestSchema } from '../booking-forms.server.ts'
import { type Booking, ofBooking } from '../change-booking.server.ts'
import { resendMails, sendQueuedTo } from './resend-mails.server.ts'

const guest = z.object({ name: z.string(), email: z.string(), phone: z.string().nullable() })
type Guest = z.output<typeof guest>

const guestOf = ({ guestName: name, guestEmail: email, guestPhone: phone }: Booking): Guest => ({ name, email, phone })

/** The version that the form carries, so that it never replaces unseen changes. */
export const guestVersion = (booking: Booking) => versionOf(guestOf(booking))

const linesOf = ({ name, email, phone }: Guest) =>
  [name, email, phone].filter((line): line is string => line !== null && line !== '')

/** Brings the earlier details back, unless they were corrected again since. */
const undo = undoFrom({ before: guest }, async (tx, services, { subjectId, before, after }) => {
  const [booking] = await tx.select().from(bookings).where(eq(bookings.id, subjectId)).for('update')
  const { name, email, phone } = before
  if (!booking || canonical(guestOf(booking)) !== canonical(after)) {
    return refuse('refused', 'The guest’s details were corrected again since.')
  }
  const restored = { guestName: name, guestEmail: email, guestPhone: phone }
  await tx.update(bookings).set(restored).where(eq(bookings.id, subjectId))
  await sendQueuedTo(services, tx, { booking, from: booking.guestEmail, to: email })
  return undefined
})

const NEEDED = 'Please enter an email address: this guest booked on the site and is told by email'

/** Corrects a guest's name and contact data. Later emails go to the new address. */
export const correctGuest = defineChange({
  scope: 'contacts:write',
  name: 'booking.guest-corrected',
  words: 'Guest’s details corrected',
  facts: {
    name: { label: 'Name', kind: 'line' },
    email: { label: 'Email', kind: 'line' },
    phone: { label: 'Phone', kind: 'line' },
    emailsSentAgain: { label: 'Emails sent again', kind: 'check' },
  },
  undo,
  ifRecorded: true,
  ...ofBooking,
  form: guestSchema,
  once: 'guest',
  version: ({ booking, property }, { guest }) => {
    const value = guestOf(booking)
    const isSame = canonical(value) === canonical(guest)
    return isSame ? null : { value, lines: linesOf(value), timeZone: property.timeZone }
  },
  run: async (tx, { guest, resend }, { services, subject: { booking } }) => {
    const before = guestOf(booking)
    if (guest.email === '' && before.email !== '' && booking.source === 'website') {
      return refuse('refused', NEEDED, { guestEmail: NEEDED })
    }
    const { name: guestName, email: guestEmail, phone: guestPhone } = guest
    await tx.update(bookings).set({ guestName, guestEmail, guestPhone }).where(eq(bookings.id, booking.id))
    const about = { booking, from: before.email, to: guest.email }
    if (before.email !== guest.email) await sendQueuedTo(services, tx, about)
    const isResent = resend && guest.email !== '' && (await resendMails(services, tx, about))
    if (canonical(before) === canonical(guest) && !isResent) return null
    return {
      subjectId: booking.id,
      before: { ...before, ...(!isResent && { undo: true }) },
      after: { ...guest, ...(isResent && { emailsSentAgain: true }) },
    }
  },
})
