import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { checkPayment } from '#app/features/bookings/payments/payment-page.server.ts'
import { listPostings } from '#app/features/bookkeeping/bookkeeping.server.ts'
import { getLodgingTax } from '#app/features/lodging-tax/lodging-tax.server.ts'
import { ownerProperties, owners } from '#app/features/owners/owners.tables.server.ts'
import { draftStatement, getOwned } from '#app/features/owners/statements.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postBooking } from '#test/changes/post-booking.ts'
import { describeWithDatabase } from '#test/database.ts'
import { DAY, MINUTE, payingByCard } from '#test/paying-by-card.ts'
import { getBusiness } from './business/business.server.ts'
import { periodOf } from './periods.ts'

const STATE = 'State sales tax'
/** Long after the stay of July 31 to August 4. */
const LATER = 100 * DAY

describeWithDatabase('a refund of a part of a stay that the card refused', (database) => {
  const paying = payingByCard(database)
  const { at } = paying

  /** The stay of $3,190.00 and $319.00 taxes in each report. */
  async function reports(ownerId: string) {
    const services = at(LATER)
    const { db, clock } = services
    const month = periodOf('2027-08-01', 'month')
    const tax = await getLodgingTax(services, new URLSearchParams({ authority: STATE, period: '2027-08' }))
    const business = await getBusiness(services, new URLSearchParams({ year: '2027' }))
    const [owner] = await db.select().from(owners).where(eq(owners.id, ownerId))
    if (!owner) throw new Error('the owner is gone')
    const statement = await draftStatement(db, {
      owner,
      ...(await getOwned(db, ownerId)),
      month,
      sent: [],
      now: clock.now(),
    })
    const income = (await listPostings(db, month)).filter(({ account }) => account === 'rent')
    const [row] = tax?.figures.rows ?? []
    return {
      tax: [row?.gross, row?.refunds, row?.taxable, row?.tax],
      business: business.months.reduce((sum, { now }) => sum + now.revenue, 0),
      statement: [statement.sums.revenue, statement.sums.taxes, statement.sums.payout, statement.sums.owed],
      journal: income.reduce((sum, { amount }) => sum - amount, 0),
    }
  }
  const WHOLE = { tax: [319_000, 0, 319_000, 15_950], business: 319_000, statement: [319_000, 31_900, 319_000, 0] }

  async function stayWithOwner() {
    const { id, propertyId, token, intent } = await paying.book()
    paying.stripe.pay(intent)
    await checkPayment(at(MINUTE), await paying.payTokenOf(token))
    const { db } = database()
    const terms = {
      commissionPercent: '0',
      commissionOn: 'rent',
      commissionPerStay: 0,
      receivesOtherFees: true,
    } as const
    const [owner] = await db
      .insert(owners)
      .values({ name: 'Ann', ...terms, receivesCleaningFee: true })
      .returning()
    await db.insert(ownerProperties).values({ propertyId, ownerId: owner?.id ?? '' })
    const [booking] = await db.select().from(bookings).where(eq(bookings.id, id))
    const reference = booking?.reference ?? ''
    const act = (ms: number, fields: Record<string, string>) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      return postBooking(at(ms), { reference, form, by: UNNAMED })
    }
    return { ownerId: owner?.id ?? '', act }
  }
  const REFUND = { intent: 'refund', amount: '1000', message: 'Sorry.', key: 'once' }
  // $1,000.00 of $3,509.00, of that $90.91 taxes: 10 of 110.
  const LOWERED = {
    tax: [319_000, 90_909, 228_091, 11_404],
    business: 228_091,
    statement: [228_091, 22_809, 228_091, 0],
  }

  test('lowers neither tax nor statement, journal and Business until it went back, by hand or by a later try', async () => {
    const { ownerId, act } = await stayWithOwner()
    const journal = (await reports(ownerId)).journal
    expect(await reports(ownerId)).toEqual({ ...WHOLE, journal })
    paying.stripe.spendFunds()
    expect(await act(DAY, REFUND)).toMatchObject({ ok: true })
    for (const ms of [DAY + MINUTE, 2 * DAY + MINUTE, 3 * DAY + 2 * MINUTE]) {
      await paying.reconcileDue(ms)
      expect(await reports(ownerId)).toEqual({ ...WHOLE, journal })
    }
    expect(await paying.templates('refund')).toEqual(['refund-failed', 'refund-failed-operator'])
    expect(await act(5 * DAY, { intent: 'refunded-elsewhere', note: 'check 7', key: 'by-hand' })).toMatchObject({
      ok: true,
    })
    expect(await reports(ownerId)).toEqual({ ...LOWERED, journal: journal - 90_909 })
  })

  test('lowers them at once where the card takes it', async () => {
    const { ownerId, act } = await stayWithOwner()
    const journal = (await reports(ownerId)).journal
    expect(await act(DAY, REFUND)).toMatchObject({ ok: true })
    await paying.reconcileDue(DAY + MINUTE)
    expect(await reports(ownerId)).toEqual({ ...LOWERED, journal: journal - 90_909 })
  })
})
