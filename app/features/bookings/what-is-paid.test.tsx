import { eq } from 'drizzle-orm'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { getToday } from '#app/features/back-office/today.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { formatAmount, formatMoney } from '#app/shared/money.ts'
import { postBooking } from '#test/changes/post-booking.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty } from '#test/factories.ts'
import { DAY, MINUTE, payingByCard } from '#test/paying-by-card.ts'
import { bookings } from './bookings.tables.server.ts'
import { TELL_US } from './cancelled-for.ts'
import { cancelBooking } from './guest-page/cancel-booking.server.ts'
import { cancelButtonText, refundDeadlineRows, refundText } from './guest-page/cancellation-text.ts'
import { getGuestPage } from './guest-page/guest-page.server.ts'
import { GuestPageHead } from './guest-page/guest-page-head.tsx'
import { CancelSheet } from './manage/money/cancel-sheet.tsx'
import { getManagedStay } from './manage/page/booking-page.server.ts'
import { checkPayment, findPayPathOfStay, getPaymentPage } from './payments/payment-page.server.ts'

const SITE = { brand: 'The site', email: 'us@site.example' }
/** The guest's payments toward $1,000, in cents; half of them is refunded by the policy. */
const PAID = [
  { title: 'nothing', card: 0, check: 0 },
  { title: 'all by check', card: 0, check: 100_000 },
  { title: 'a part by check', card: 0, check: 30_000 },
  { title: 'all by card', card: 100_000, check: 0 },
  { title: 'a part by check, the rest by card', card: 60_000, check: 40_000 },
]

describeWithDatabase('what is paid and can go back is the same in every view', (database) => {
  const paying = payingByCard(database)
  const { at } = paying
  const by = UNNAMED

  let keys = 0
  async function act(reference: string, fields: Record<string, string>) {
    const form = new FormData()
    keys += 1
    for (const [name, value] of Object.entries({ key: `key-${keys}`, ...fields })) form.set(name, value)
    const outcome = await postBooking(at(DAY), { reference, form, by })
    expect(outcome).toMatchObject({ ok: true })
  }
  async function stayPaid({ card, check }: { card: number; check: number }) {
    const { db } = database()
    const nights = { from: '2027-08-01', to: '2027-08-05' }
    const values = { status: 'confirmed', source: 'phone', totalAmount: '1000.00' } as const
    const cancellationPolicy = [{ days: 14, percent: 50 }]
    const id = await makeBooking(db, await makePricedProperty(db), nights, { ...values, cancellationPolicy })
    const [row] = await db.select().from(bookings).where(eq(bookings.id, id))
    const { reference = '', token = '' } = row ?? {}
    const dollars = String(check / 100)
    if (check > 0) await act(reference, { intent: 'paid-elsewhere', amount: dollars, note: 'check 1042' })
    if (card > 0) {
      await act(reference, { intent: 'request-payment' })
      const payToken = (await findPayPathOfStay(at(DAY), token))?.split('/').at(-1) ?? ''
      await getPaymentPage(at(DAY), payToken)
      paying.stripe.pay(paying.stripe.intents().at(-1)?.id ?? '')
      await checkPayment(at(DAY + MINUTE), payToken)
    }
    return { reference, token }
  }

  async function viewsOf({ reference, token }: { reference: string; token: string }) {
    const [stay, guest] = [await getManagedStay(at(DAY), reference, UNNAMED), await getGuestPage(at(DAY), token)]
    if (!stay?.refundChoices || !guest?.cancel) throw new Error('the stay cannot be canceled')
    const { refundChoices: choices } = stay
    const Form = createRoutesStub([
      { path: '/', Component: () => <CancelSheet stay={stay} choices={choices} answer={null} /> },
    ])
    const rows = refundDeadlineRows(guest, guest.cancel)
    const guestReads = [...rows, refundText(guest, guest.cancel), cancelButtonText(guest, guest.cancel)].join(' ')
    return { stay, choices, cancel: guest.cancel, guestReads, operatorReads: renderToStaticMarkup(<Form />) }
  }
  const mailsTo = async (template: string) =>
    (await paying.mails()).filter((mail) => mail.template === template).map(({ text }) => text.replace(/\s+/g, ' '))
  const returns = async () =>
    (await getToday(at(2 * DAY))).tasks.map(({ title }) => title).filter((title) => title.startsWith('Return'))

  for (const { title, card, check } of PAID) {
    const paid = card + check
    const [refund, toCard] = [paid / 2, Math.min(card, paid / 2)]
    const byHand = refund - toCard

    test(`${title}, canceled by the guest`, async () => {
      const stay = await stayPaid({ card, check })
      const views = await viewsOf(stay)
      expect(views.stay.money).toMatchObject({ paid, byCard: card, byHand: check, toReturn: 0, isRecorded: paid > 0 })
      expect(views.choices).toMatchObject({ most: paid, byPolicy: refund })
      expect(views.cancel).toMatchObject({ paid, refund, byHand })
      if (paid === 0) {
        expect(views.guestReads).toContain(TELL_US)
        expect(views.guestReads + views.operatorReads).not.toMatch(/[$]|refundable/)
        expect(views.operatorReads).toContain('record the payment first')
      } else {
        expect(views.guestReads).toContain(`Cancel and get ${formatAmount(refund)} back`)
        expect(views.operatorReads).toContain(`Everything: ${formatMoney(paid)}`)
      }

      expect(await cancelBooking(at(DAY), { token: stay.token, refund })).toMatchObject({ ok: true })
      const [toGuest] = await mailsTo('booking-cancelled')
      const [toOperator] = await mailsTo('booking-cancelled-operator')
      expect(toGuest?.includes(TELL_US)).toBe(paid === 0)
      const page = await getGuestPage(at(2 * DAY), stay.token)
      const head = page && renderToStaticMarkup(<GuestPageHead stay={page} site={SITE} />)
      expect(head?.includes(TELL_US)).toBe(paid === 0)
      expect(toGuest?.includes('going back to your card')).toBe(toCard > 0)
      expect(toOperator?.includes('To be returned by you')).toBe(byHand > 0)
      expect(toOperator?.includes('None; no payment is recorded')).toBe(paid === 0)
      expect(await returns()).toEqual(byHand > 0 ? [`Return ${formatMoney(byHand)} to Ada Guest`] : [])
      const after = await getManagedStay(at(2 * DAY), stay.reference, UNNAMED)
      expect(after?.money).toMatchObject({ toReturn: byHand, paid: paid - refund })
    })

    test(`${title}, canceled by an operator`, async () => {
      const stay = await stayPaid({ card, check })
      const fields = { intent: 'cancel', cancelledFor: 'operator', shown: String(refund), message: '' }
      await act(stay.reference, { ...fields, refund: paid === 0 ? 'policy' : 'all' })
      const [toGuest] = await mailsTo('booking-cancelled')
      expect(toGuest?.includes(TELL_US)).toBe(paid === 0)
      expect(await returns()).toEqual(check > 0 ? [`Return ${formatMoney(check)} to Ada Guest`] : [])
      const after = await getManagedStay(at(2 * DAY), stay.reference, UNNAMED)
      expect(after?.money).toMatchObject({ toReturn: check, paid: 0 })
    })
  }

  test('a part that an operator returns of a check waits on Today until it is recorded as returned', async () => {
    const stay = await stayPaid({ card: 0, check: 100_000 })
    await act(stay.reference, { intent: 'refund', amount: '250', message: 'The hot tub was cold.' })
    expect(await returns()).toEqual(['Return $250.00 to Ada Guest'])
    const shown = await getManagedStay(at(DAY), stay.reference, UNNAMED)
    expect(shown).toMatchObject({ total: 75_000, money: { paid: 75_000, due: 0, toReturn: 25_000 } })
    expect(shown?.ledger.map(({ amount }) => amount)).toEqual([100_000])
    await act(stay.reference, { intent: 'refunded-elsewhere', note: 'check 7' })
    expect(await returns()).toEqual([])
    expect(await getManagedStay(at(DAY), stay.reference, UNNAMED)).toMatchObject({
      money: { paid: 75_000, toReturn: 0 },
    })
  })
})
