import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { changeWords } from '#app/features/back-office/changes.server.ts'
import { getToday } from '#app/features/back-office/today.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { getGuestPage } from '#app/features/bookings/guest-page/guest-page.server.ts'
import { disputes, ledger, payments } from '#app/features/bookings/payments/payments.tables.server.ts'
import { stayDoorCodes } from '#app/features/guest-messages/guest-messages.tables.server.ts'
import { arrivalGuides } from '#app/features/properties/properties.tables.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import type { Tx } from '#app/platform/db/database.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import type { Cents } from '#app/shared/money.ts'
import { postBooking } from '#test/changes/post-booking.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, NOON, testClock, testServices } from '#test/factories.ts'
import { getManagedStay } from './booking-page.server.ts'

const DAY = 86_400_000
/** Of a stay that costs $839.25. */
const TOTAL = 83_925
const CARD = { kind: 'whole', amount: '839.25' } as const

type Change = Partial<typeof bookings.$inferInsert>
type Row = { what: string; waitsFor: Cents; change?: Change; property?: Partial<typeof arrivalGuides.$inferInsert> } & {
  money?: (tx: Tx, bookingId: string) => Promise<unknown>
}

const byHand = (amount: string) => (tx: Tx, bookingId: string) =>
  tx.insert(ledger).values({ bookingId, kind: 'paid-elsewhere', amount, happenedAt: NOON })
const byCard = (values: Partial<typeof payments.$inferInsert>) => (tx: Tx, bookingId: string) =>
  tx.insert(payments).values({ ...CARD, status: 'captured', bookingId, ...values })
const PAID = { status: 'captured', received: '839.25', intentId: 'pi_1' } as const

/** Two payments, of which the second is due on the day of check-in. */
const SCHEDULE = [
  { amount: 40_000, dueOn: '2027-06-01' },
  { amount: 43_925, dueOn: '2027-06-04' },
]

const ROWS: Row[] = [
  { what: 'nothing is paid', waitsFor: TOTAL },
  { what: 'nothing is paid, and the days are agreed', change: { paymentSchedule: SCHEDULE }, waitsFor: TOTAL },
  {
    what: 'only the first payment is made',
    change: { paymentSchedule: SCHEDULE },
    money: byHand('400'),
    waitsFor: 43_925,
  },
  { what: 'everything is paid by hand', money: byHand('839.25'), waitsFor: 0 },
  { what: 'everything is paid by card', money: byCard(PAID), waitsFor: 0 },
  { what: 'the card was refused', money: byCard({ status: 'failed' }), waitsFor: TOTAL },
  { what: 'a link to pay is open', money: byCard({ status: 'waiting' }), waitsFor: TOTAL },
  {
    what: 'a card is charged by itself',
    money: byCard({ kind: 'balance', status: 'scheduled', dueOn: '2027-06-03' }),
    waitsFor: 0,
  },
  {
    what: 'the guest disputes the payment',
    money: async (tx, bookingId) => {
      const [row] = await tx
        .insert(payments)
        .values({ ...CARD, ...PAID, bookingId })
        .returning({ id: payments.id })
      const open = { status: 'under-review', isInquiry: false, amount: '839.25', reason: 'fraudulent' } as const
      await tx
        .insert(disputes)
        .values({ ...open, id: 'du_1', paymentId: row?.id ?? '', openedAt: NOON, fetchedAt: NOON })
    },
    waitsFor: TOTAL,
  },
  { what: 'it was booked at a platform, which was paid', change: { source: 'airbnb' }, waitsFor: 0 },
  { what: 'an operator opened it for the stay', change: { codesOpen: true }, waitsFor: 0 },
  { what: 'an operator opened it for the home', property: { codesOpen: true }, waitsFor: 0 },
]

describeWithDatabase('door code and Wi-Fi wait for what is due', (database) => {
  const at = (days: number) => testServices(database(), { clock: testClock(new Date(NOON.getTime() + days * DAY)) })
  const by = { ...UNNAMED, name: 'mia' }

  async function makeStay({ change = {}, property = {}, money }: Partial<Row>) {
    const { db } = database()
    const propertyId = await makePricedProperty(db, { slug: 'cabin', name: 'Cabin', timeZone: 'UTC' })
    const guide = { doorCode: '2468#', wifiName: 'Cove', wifiPassword: 'wet-paddle' }
    await db.insert(arrivalGuides).values({ propertyId, shownDays: 10, ...guide, ...property })
    const lines = [{ kind: 'nights', label: 'Nights', amount: TOTAL }]
    const price = { status: 'confirmed', totalAmount: '839.25', lines } as const
    const id = await makeBooking(db, propertyId, { from: '2027-06-04', to: '2027-06-07' }, { ...price, ...change })
    await money?.(db, id)
    const [stay] = await db.select().from(bookings).where(eq(bookings.id, id))
    if (!stay) throw new Error('the stay was not stored')
    return stay
  }
  type Stay = Awaited<ReturnType<typeof makeStay>>

  async function guestReads({ token }: Stay, days: number) {
    const guide = (await getGuestPage(at(days), token))?.arrivalGuide
    return guide?.isOpen ? [guide.doorCode, guide.wifiPassword] : null
  }
  const tasks = async (days: number) =>
    (await getToday(at(days))).tasks.map(({ title }) => title).filter((title) => title.includes('codes'))

  test.each(ROWS)('while $what: $waitsFor cents', async ({ waitsFor, ...row }) => {
    const stay = await makeStay(row)
    const secrets =
      waitsFor > 0
        ? [
            { opensOn: null, waitsFor },
            { opensOn: null, waitsFor },
          ]
        : [{ value: '2468#' }, { value: 'wet-paddle' }]
    expect(await guestReads(stay, 2)).toEqual(secrets)
    expect(await guestReads(stay, 3.5)).toEqual(secrets)
    expect(await tasks(2)).toHaveLength(waitsFor > 0 ? 1 : 0)
    expect((await getManagedStay(at(2), stay.reference, UNNAMED))?.doorCode).toMatchObject({
      waitsFor,
      isShown: waitsFor === 0,
    })
  })

  test('Today names who arrives within two days, and an operator opens them for one stay, or not after all', async () => {
    const stay = await makeStay({})
    expect(await tasks(0)).toEqual([])
    expect(await tasks(1)).toEqual([`The codes of ${stay.guestName} wait for $839.25`])
    const press = (open: string) => {
      const form = new FormData()
      form.set('intent', 'open-codes')
      form.set('open', open)
      return postBooking(at(2), { reference: stay.reference, form, by })
    }
    expect(await press('yes')).toMatchObject({ ok: true })
    expect(await guestReads(stay, 2)).toEqual([{ value: '2468#' }, { value: 'wet-paddle' }])
    expect(await tasks(2)).toEqual([])
    const [change] = await database().db.select().from(audit)
    expect(change && changeWords(change)).toBe('Codes opened before payment')
    expect(await undoChange(at(2), { id: change?.id ?? '', by })).toMatchObject({ ok: true })
    expect(await guestReads(stay, 2)).toEqual([
      { opensOn: null, waitsFor: TOTAL },
      { opensOn: null, waitsFor: TOTAL },
    ])
  })

  test('what is opened for one stay, and its own code, stay closed and unknown to the next guests of the home', async () => {
    const stay = await makeStay({})
    const { db } = database()
    const nights = { from: '2027-06-07', to: '2027-06-09' }
    const id = await makeBooking(db, stay.propertyId, nights, { status: 'confirmed', totalAmount: '839.25' })
    const [next] = await db.select().from(bookings).where(eq(bookings.id, id))
    if (!next) throw new Error('the next stay was not stored')
    await db.insert(stayDoorCodes).values({ bookingId: stay.id, propertyId: stay.propertyId, doorCode: '1357#' })
    const form = new FormData()
    form.set('intent', 'open-codes')
    form.set('open', 'yes')
    expect(await postBooking(at(2), { reference: stay.reference, form, by })).toMatchObject({ ok: true })
    expect(await guestReads(stay, 2)).toEqual([{ value: '1357#' }, { value: 'wet-paddle' }])
    expect(await guestReads(next, 5)).toEqual([
      { opensOn: null, waitsFor: TOTAL },
      { opensOn: null, waitsFor: TOTAL },
    ])
    await db.update(bookings).set({ codesOpen: true }).where(eq(bookings.id, id))
    expect(await guestReads(next, 5)).toEqual([{ value: '2468#' }, { value: 'wet-paddle' }])
  })

  test('a code of the stay alone waits, too, also in a home without a guide', async () => {
    const stay = await makeStay({})
    const { db } = database()
    await db.delete(arrivalGuides)
    await db.insert(stayDoorCodes).values({ bookingId: stay.id, propertyId: stay.propertyId, doorCode: '1357#' })
    expect(await guestReads(stay, 2)).toEqual([{ opensOn: null, waitsFor: TOTAL }, null])
    expect(await tasks(2)).toHaveLength(1)
  })
})
