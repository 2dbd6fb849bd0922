import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { getManagedStay } from '#app/features/bookings/manage/page/booking-page.server.ts'
import { guestVersion } from '#app/features/bookings/manage/page/correct-guest.server.ts'
import { MOMENTS } from '#app/features/bookings/moments.ts'
import { publishVersionOf } from '#app/features/reviews/manage/review.changes.server.ts'
import { stayReviews } from '#app/features/reviews/reviews.tables.server.ts'
import { versionOf } from '#app/platform/change/version.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { makeBooking, NOON } from '../factories.ts'
import type { Case, World } from './change-world.ts'

const PARTY = { adults: '2', children: '0', infants: '0', pets: '0' }
const AGREED = { priceBy: 'agreement', shown: '', total: '500', priceReason: 'An old friend' }

const onBooking =
  (intent: string, fields: Record<string, string> = {}) =>
  async ({ services, stay: { reference }, post }: World) => {
    const seen = (await getManagedStay(services, reference, UNNAMED))?.moneyVersion ?? ''
    return post(`/admin/bookings/${reference}`, { intent, key: randomUUID(), seen, ...fields })
  }
const onRequest =
  (intent: string, fields: Record<string, string> = {}) =>
  async (world: World) => {
    const { db } = world.services
    const id = await makeBooking(db, world.property, { from: '2027-08-01', to: '2027-08-05' }, { status: 'pending' })
    const [stay] = await db.select().from(bookings).where(eq(bookings.id, id))
    if (stay) await onBooking(intent, fields)({ ...world, stay })
  }

/** How each change of a booking is made on its page, and its words in History. */
export const BOOKING_CASES = {
  'booking.added': [
    'Booking added by hand',
    ({ post }) =>
      post('/admin/bookings/new', {
        ...PARTY,
        ...AGREED,
        property: 'cabin',
        checkIn: '2027-09-01',
        checkOut: '2027-09-05',
        key: randomUUID(),
        intent: 'book',
        guestName: 'Ida',
        guestEmail: '',
        guestPhone: '',
        source: 'phone',
        payment: 'none',
        note: '',
      }),
  ],
  'booking.moved': [
    'Stay moved',
    ({ post, stay }) =>
      post(`/admin/bookings/${stay.reference}/move`, {
        ...PARTY,
        priceBy: 'before',
        shown: '',
        property: 'cabin',
        checkIn: '2027-09-01',
        checkOut: '2027-09-05',
        intent: 'move',
        key: randomUUID(),
        returnedShown: '0',
        message: '',
      }),
  ],
  'booking.confirmed': ['Booking confirmed', onRequest('confirm')],
  'booking.declined': ['Booking declined', onRequest('decline', { message: '' })],
  'booking.cancelled': [
    'Booking canceled',
    onBooking('cancel', { cancelledFor: 'guest', refund: 'other', amount: '0', shown: '0', message: '' }),
  ],
  'booking.door-code-changed': [
    'Door code of the stay set',
    onBooking('door-code', { doorCode: '1357#', version: versionOf(null) }),
  ],
  'booking.codes-opened': ['Codes opened before payment', onBooking('open-codes', { open: 'yes' })],
  'booking.guest-corrected': [
    'Guest’s details corrected',
    (world) => {
      const guest = { guestName: 'Ada Grace', guestEmail: 'ada@example.com', guestPhone: '' }
      return onBooking('guest', { ...guest, version: guestVersion(world.stay) })(world)
    },
  ],
  'booking.source-corrected': [
    'Booked: Airbnb',
    async (world) => {
      await world.services.db.update(bookings).set({ source: 'other' }).where(eq(bookings.id, world.stay.id))
      await onBooking('source', { source: 'airbnb', version: versionOf('other') })(world)
    },
  ],
  'booking.commission-changed': [
    'Commission of the platform changed',
    async (world) => {
      await world.services.db.update(bookings).set({ source: 'airbnb' }).where(eq(bookings.id, world.stay.id))
      await onBooking('commission', { commission: '155.50', version: versionOf({ commission: 0 }) })(world)
    },
  ],
  'booking.guest-link-renewed': ['Link to the guest’s page replaced', onBooking('renew-link')],
  'booking.property-ready': [
    'Home marked as ready',
    ({ post, stay }) => post('/admin', { intent: 'ready', id: stay.reference, ready: 'yes' }),
  ],
  'booking.message-sent': ['“The day before” sent', onBooking('send-message', { moment: 'day-before' })],
  'booking.message-skipped': ['“The day before” skipped', onBooking('skip-message', { moment: 'day-before' })],
  'booking.message-unskipped': [
    '“The day before” is sent after all',
    async (world) => {
      await onBooking('skip-message', { moment: 'day-before' })(world)
      await onBooking('unskip-message', { moment: 'day-before' })(world)
    },
  ],
  'booking.message-changed': [
    '“Thank you” changed for this guest',
    onBooking('change-message', {
      moment: 'thanks',
      subject: 'Come back',
      body: 'The skis are still here.',
      version: versionOf(MOMENTS.thanks.text),
    }),
  ],
  'review.changed': [
    'Review published',
    async ({ services, stay, post }) => {
      const review = { author: 'Ida', stars: 4, body: 'Quiet mornings.', stayedIn: '2027-06-01', createdAt: NOON }
      await services.db.insert(stayReviews).values({ bookingId: stay.id, propertyId: stay.propertyId, ...review })
      await post('/admin/reviews', {
        intent: 'publish',
        id: stay.id,
        version: publishVersionOf({ images: [], withheldReason: null }),
      })
    },
  ],
  'guest-message.changed': [
    'Message to guests changed',
    ({ post }) =>
      post('/admin/messages', {
        intent: 'text',
        moment: 'thanks',
        on: 'on',
        subject: 'Hi',
        body: 'Bye.',
        version: versionOf(null),
      }),
  ],
  'booking.note-changed': ['Private note changed', onBooking('note', { note: 'Two dogs', version: versionOf(null) })],
  'booking.paid-elsewhere': ['Payment recorded', onBooking('paid-elsewhere', { amount: '100', note: 'cash' })],
  'booking.payment-reminded': ['Reminder to pay sent', onBooking('remind-payment')],
  'booking.payment-requested': ['Payment by card asked for', onBooking('request-payment')],
  'booking.payment-withdrawn': [
    'Link to pay withdrawn',
    async (world) => {
      await onBooking('request-payment')(world)
      await onBooking('withdraw-payment')(world)
    },
  ],
  'booking.refunded': [
    'Refund made',
    async (world) => {
      await onBooking('paid-elsewhere', { amount: '100', note: 'cash' })(world)
      await onBooking('refund', { amount: '50', message: 'The tub was cold.' })(world)
    },
  ],
  'booking.returned': [
    'Money recorded as returned',
    async (world) => {
      await onBooking('paid-elsewhere', { amount: '100', note: 'cash' })(world)
      const all = { cancelledFor: 'guest', refund: 'all', shown: '0', message: '' }
      await onBooking('cancel', all)(world)
      await onBooking('refunded-elsewhere', { note: 'check 1' })(world)
    },
  ],
} satisfies Record<string, Case>
