import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { changeWords } from '#app/features/back-office/changes.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { createApi } from '#server/api.ts'
import { postBooking } from '#test/changes/post-booking.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makePricedProperty } from '#test/factories.ts'
import { DAY, MINUTE, payingByCard } from '#test/paying-by-card.ts'
import { bookings } from '../bookings.tables.server.ts'
import { getGuestPage } from '../guest-page/guest-page.server.ts'
import { getManagedStay } from '../manage/page/booking-page.server.ts'
import { isReplacedToken } from '../manage/page/guest-link.server.ts'
import { checkPayment, findPayPathOfStay, getPaymentPage } from './payment-page.server.ts'

describeWithDatabase('links to pay, and to the guest page', (database) => {
  const paying = payingByCard(database)
  const { at, book, mails, templates, payTokenOf } = paying
  const by = { ...UNNAMED, name: 'mia' }

  async function unpaidStay() {
    const { db } = database()
    const propertyId = await makePricedProperty(db)
    const nights = { from: '2027-08-01', to: '2027-08-05' }
    const guest = { guestName: 'Ada Guest', guestEmail: 'ada@example.com' }
    const id = await makeBooking(db, propertyId, nights, { ...guest, status: 'confirmed', source: 'phone' })
    const [row] = await db.select().from(bookings).where(eq(bookings.id, id))
    return { id, token: row?.token ?? '', reference: row?.reference ?? '' }
  }
  const act = ({ reference }: { reference: string }, fields: Record<string, string>) => {
    const form = new FormData()
    for (const [name, value] of Object.entries({ key: 'once', ...fields })) form.set(name, value)
    return postBooking(at(DAY), { reference, form, by })
  }
  const payUrlOf = async ({ reference }: { reference: string }) =>
    (await getManagedStay(at(DAY), reference, UNNAMED))?.payUrl ?? null

  test('a link to pay opens paying alone: no guest page, no calendar file, no cancellation, no name', async () => {
    const { token, intent, body } = await book()
    expect(body.payUrl).toMatch(/\/embed\/pay\/[\w-]{36}$/)
    const payToken = body.payUrl.split('/').at(-1)
    expect(payToken).not.toBe(token)
    expect(await getGuestPage(at(0), payToken)).toBeNull()
    const api = createApi(at(0))
    const cancel = { method: 'POST', body: '{"refund":0}', headers: { 'content-type': 'application/json' } }
    expect((await api.request(`/api/stays/${payToken}/cancel`, cancel)).status).toBe(404)
    expect((await api.request(`/stay/${payToken}/stay.ics`)).status).toBe(404)
    for (const isPaid of [false, true]) {
      if (isPaid) paying.stripe.pay(intent)
      if (isPaid) await checkPayment(at(MINUTE), payToken)
      const page = JSON.stringify(await getPaymentPage(at(MINUTE), payToken))
      expect(page).toContain(body.reference)
      expect(page).not.toMatch(new RegExp(`${token}|Ada|example\\.com|/stay/`))
    }
    expect(await checkPayment(at(MINUTE), token)).toBeNull()
  })

  test('the email that asks for a payment can be passed on: it has the link to pay and not that of the guest page', async () => {
    const stay = await unpaidStay()
    await act(stay, { intent: 'request-payment', notifyGuest: 'yes' })
    const [mail] = await mails()
    expect(mail?.html).toContain(await payUrlOf(stay))
    expect(JSON.stringify(mail)).not.toContain(stay.token)
    expect(mail?.text).toContain('You can pass this link on')
  })

  test('a withdrawn link says so, also while another one is open, and a paid one is done', async () => {
    const stay = await unpaidStay()
    const tokenOfLink = async () => (await payUrlOf(stay))?.split('/').at(-1) ?? ''
    await act(stay, { intent: 'request-payment' })
    const first = await tokenOfLink()
    await act(stay, { intent: 'withdraw-payment' })
    expect(await payUrlOf(stay)).toBeNull()
    await act(stay, { intent: 'request-payment' })
    const second = await tokenOfLink()
    expect(second).not.toBe(first)
    expect(await getPaymentPage(at(DAY), first)).toMatchObject({ link: 'withdrawn', pay: null, paid: [] })
    expect(await getPaymentPage(at(DAY), second)).toMatchObject({ link: 'open', pay: { amount: 100_000 } })
    paying.stripe.pay(paying.stripe.intents().at(-1)?.id ?? '')
    expect(await checkPayment(at(DAY), second)).toEqual({ status: 'confirmed', open: false, known: true })
    expect(await getPaymentPage(at(DAY), second)).toMatchObject({ link: 'paid', pay: null })
    expect(await getPaymentPage(at(DAY), first)).toMatchObject({ link: 'withdrawn', pay: null })
  })

  test('a link that was mailed with the secret of the guest page leads to what is to be paid', async () => {
    const stay = await unpaidStay()
    expect(await findPayPathOfStay(at(DAY), stay.token)).toBeNull()
    await act(stay, { intent: 'request-payment' })
    expect(await payUrlOf(stay)).toContain(await findPayPathOfStay(at(DAY), stay.token))
    expect(await getPaymentPage(at(DAY), stay.token)).toBeNull()
    expect(await findPayPathOfStay(at(DAY), 'nonsense')).toBeNull()
  })

  testOnBoth(
    'a guest’s link is replaced once: the old one ends, the new one is mailed, also in emails that wait',
    async () => {
      const stay = await unpaidStay()
      await act(stay, { intent: 'request-payment', notifyGuest: 'yes' })
      const payToken = await payTokenOf(stay.token)
      const { jobs, db } = database()
      await jobs.send('mail', { to: 'ada@example.com', template: 'waits', html: `<a href="/stay/${stay.token}">` })
      const outcomes = await Promise.all([1, 2].map(() => act(stay, { intent: 'renew-link' })))
      expect(outcomes).toMatchObject([{ ok: true }, { ok: true }])
      const [row] = await db.select().from(bookings).where(eq(bookings.id, stay.id))
      expect(row?.token).not.toBe(stay.token)
      expect(await getGuestPage(at(DAY), stay.token)).toBeNull()
      expect(await isReplacedToken(at(DAY), stay.token)).toBe(true)
      expect(await isReplacedToken(at(DAY), row?.token ?? '')).toBe(false)
      expect(await getGuestPage(at(DAY), row?.token ?? '')).toMatchObject({ reference: stay.reference })
      expect(await templates('guest-link')).toEqual(['guest-link-renewed'])
      const queued = JSON.stringify(await mails())
      expect(queued).not.toContain(stay.token)
      expect(queued.split(`/stay/${row?.token}`).length).toBeGreaterThan(2)
      const [change] = await db.select().from(audit).where(eq(audit.action, 'booking.guest-link-renewed'))
      expect(change && changeWords(change)).toBe('Link to the guest’s page replaced')
      expect(JSON.stringify(change)).not.toMatch(new RegExp(`${stay.token}|${row?.token}`))
      expect(await getPaymentPage(at(DAY), payToken)).toMatchObject({ pay: { amount: 100_000 } })
      expect(await findPayPathOfStay(at(DAY), stay.token)).toBeNull()
    },
  )

  test('the link of a stay that was called off is not replaced', async () => {
    const stay = await unpaidStay()
    const cancel = { intent: 'cancel', cancelledFor: 'guest', refund: 'policy', shown: '0', message: '' }
    expect(await act(stay, cancel)).toMatchObject({ ok: true })
    expect(await act(stay, { intent: 'renew-link' })).toMatchObject({ ok: false, status: 409 })
    expect(await templates('guest-link')).toEqual([])
  })
})
