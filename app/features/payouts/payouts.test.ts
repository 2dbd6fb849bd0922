import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { getToday } from '#app/features/back-office/today.server.ts'
import { undoChange } from '#app/features/back-office/undo.server.ts'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { ledger } from '#app/features/bookings/payments/payments.tables.server.ts'
import { syncPayouts } from '#app/features/bookings/payments/sync-payouts.server.ts'
import { listPostings } from '#app/features/bookkeeping/bookkeeping.server.ts'
import { openStripeGateway } from '#app/platform/gateway/stripe-gateway.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { postToPage } from '#test/changes/post-to-page.ts'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { NOON } from '#test/factories.ts'
import { DAY, payingByCard, TOTAL } from '#test/paying-by-card.ts'
import { getPayoutFile, getPayouts } from './payouts.server.ts'
import { payoutLines, payouts } from './payouts.tables.server.ts'
import { problemWords } from './payouts.ts'

const FEE = 10_206
const seconds = (ms: number) => (NOON.getTime() + ms) / 1000
const PAGE = '/admin/money/payouts'

describeWithDatabase('payouts', (database) => {
  const paying = payingByCard(database)
  const { at, send } = paying

  /** A stay that a card paid; its payment at Stripe. */
  async function paid(): Promise<string> {
    const { intent } = await paying.book()
    paying.stripe.pay(intent)
    await send(paying.stripe.event('payment_intent.amount_capturable_updated', intent))
    return intent
  }
  const report = (query: Record<string, string> = {}, services = at(0)) =>
    getPayouts(services, new URLSearchParams({ month: '2027-06', ...query }), UNNAMED)
  const open = async (services = at(0)) => (await report({}, services)).open.map((one) => problemWords(one).title)
  const tasks = async () => (await getToday(at(0))).tasks.filter(({ path }) => path === PAGE).map(({ title }) => title)
  /** The balance of an account of the journal. */
  async function balanceOf(account: string) {
    const postings = await listPostings(database().db, { from: '2026-01-01', to: '2029-01-01' })
    const byDay = Map.groupBy(postings, ({ on }) => on)
    for (const [day, of] of byDay)
      expect(
        of.reduce((sum, { amount }) => sum + amount, 0),
        day,
      ).toBe(0)
    return postings.filter((one) => one.account === account).reduce((sum, { amount }) => sum + amount, 0)
  }

  testOnBoth('are stored once with their lines, whoever reads them, and each line leads to its booking', async () => {
    await paid()
    const { id } = paying.stripe.payouts.payOut()
    const arrived = paying.stripe.event('payout.paid', id)
    await Promise.all([send(arrived), send(arrived), syncPayouts(at(0)), syncPayouts(at(0))])
    await syncPayouts(at(DAY))
    await send(paying.stripe.event('payout.paid', id), at(DAY))
    expect(await database().db.$count(payouts)).toBe(1)
    expect(await database().db.$count(payoutLines)).toBe(1)
    const { payouts: listed, opened, openCount, syncedAt } = await report({ payout: id })
    expect(listed).toMatchObject([
      { status: 'paid', arrivesOn: '2027-06-01', charges: TOTAL, fees: -FEE, refunds: 0, net: TOTAL - FEE },
    ])
    const [booking] = await database().db.select().from(bookings)
    expect(opened?.lines).toMatchObject([{ kind: 'charge', reference: booking?.reference, amount: TOTAL, fee: FEE }])
    expect([openCount, syncedAt !== null, await tasks()]).toEqual([0, true, []])
    expect((await getPayoutFile(at(0), new URLSearchParams({ month: '2027-06' }))).rows).toHaveLength(1)
  })

  test('are read page by page, and later only the latest', async () => {
    const { move, payOut } = paying.stripe.payouts
    for (let index = 0; index < 230; index += 1) move(100, { type: 'charge' })
    payOut()
    for (let index = 1; index <= 120; index += 1) payOut({ created: seconds(-index * DAY), amount: 0 })
    await syncPayouts(at(0))
    expect(await database().db.$count(payouts)).toBe(121)
    expect(await database().db.$count(payoutLines)).toBe(230)
    const pages = () => paying.stripe.calls.filter((call) => call === 'GET /v1/payouts').length
    const before = pages()
    await syncPayouts(at(DAY))
    expect([before, pages() - before]).toEqual([2, 1])
  })

  test('what matches no booking is a task until it is resolved, and again after Undo', async () => {
    const intent = await paid()
    const { move, payOut, disputed, charged } = paying.stripe.payouts
    move(5000, { type: 'charge', fee: 175, description: 'Firewood' })
    move(-2500, { type: 'contribution', description: 'Climate' })
    move(-900, { type: 'stripe_fee', reporting_category: 'fee', description: 'Radar' })
    disputed(intent, TOTAL)
    payOut()
    charged('pi_of_another_site', 7000)
    payOut({ currency: 'eur' })
    payOut({ amount: 123 })
    await syncPayouts(at(0))
    expect((await open()).sort()).toEqual([
      'A charge of $50.00 belongs to no booking',
      'A guest disputes $3,509.00',
      'A line of a payout belongs to no booking: -$25.00',
      'A payout is in EUR',
      'The lines of a payout don’t add up to it: $0.00 of $1.23',
    ])
    expect((await tasks()).sort()).toEqual([
      '2 lines of payouts belong to no booking',
      'A guest disputes a payment',
      'A payout is in another currency',
      'The lines of a payout don’t add up to it',
    ])
    expect(await balanceOf('cards')).toBe(0)

    const [problem] = (await report()).open.filter((one) => one.amount === 5000)
    const form = { intent: 'resolve-payout', id: problem?.subjectId ?? '', problem: 'unknown' }
    expect(await postToPage(at(0), PAGE, { ...form, note: ' ' })).toMatchObject({ init: { status: 400 } })
    const answer = (await postToPage(at(0), `${PAGE}?month=2027-06`, { ...form, note: 'Sold firewood' })) as Response
    expect(answer.headers.get('location')).toMatch(/^\/admin\/money\/payouts\?month=2027-06&changed=/)
    expect(await open()).not.toContain('A charge of $50.00 belongs to no booking')
    expect((await report()).resolved).toMatchObject([{ resolved: { note: 'Sold firewood', by: 'mia' } }])
    expect(await postToPage(at(0), PAGE, { ...form, note: 'Twice' })).toMatchObject({ init: { status: 409 } })
    const id = new URL(answer.headers.get('location') ?? '', 'http://site').searchParams.get('changed') ?? ''
    await undoChange(at(0), { id, by: UNNAMED })
    expect(await open()).toContain('A charge of $50.00 belongs to no booking')
  })

  test('a refund matches what the site recorded, and what differs from it is a task', async () => {
    const intent = await paid()
    await openStripeGateway(paying.stripe.account).refund(intent, { key: 'r1', amount: 5000 })
    paying.stripe.payouts.payOut()
    await syncPayouts(at(0))
    expect(await open()).toEqual(['A refund of $50.00 differs from what is recorded: $0.00'])
    await send(paying.stripe.event('charge.refunded', intent))
    expect(await open()).toEqual([])
    paying.stripe.payouts.refunded(intent, 2000)
    paying.stripe.payouts.payOut({ created: seconds(DAY) })
    await syncPayouts(at(DAY))
    // Both are of the same second. The one that comes last by its ID is too much.
    expect(await open()).toEqual([expect.stringMatching(/^A refund of \$[25]0.00 differs from what is recorded/)])
    expect(await balanceOf('cards')).toBe(0)
    await database()
      .db.update(payoutLines)
      .set({ amount: TOTAL - 100 })
      .where(eq(payoutLines.kind, 'charge'))
    expect(await open()).toContain('A charge of $3,508.00 differs from what is recorded: $3,509.00')
  })

  test('a dispute that was won is no task', async () => {
    const intent = await paid()
    paying.stripe.payouts.disputed(intent, TOTAL)
    const source = { id: 'du_1', object: 'dispute', payment_intent: intent }
    const back = { type: 'adjustment', reporting_category: 'dispute_reversal', fee: -1500, source }
    paying.stripe.payouts.move(TOTAL, back)
    paying.stripe.payouts.payOut()
    await syncPayouts(at(0))
    expect([await open(), await balanceOf('cards'), await balanceOf('unmatched')]).toEqual([[], 0, 0])
  })

  test('one that fails after it arrived is a task, and its money is paid out again', async () => {
    await paid()
    const first = paying.stripe.payouts.payOut()
    await send(paying.stripe.event('payout.paid', first.id))
    expect([await balanceOf('cards'), await balanceOf('bank'), await balanceOf('processing')]).toEqual([
      0,
      TOTAL - FEE,
      FEE,
    ])
    paying.stripe.payouts.fail(first.id)
    await send(paying.stripe.event('payout.failed', first.id))
    expect(await open()).toEqual(['A payout of $3,406.94 failed'])
    expect(await tasks()).toEqual(['A payout failed'])
    expect([await balanceOf('cards'), await balanceOf('bank')]).toEqual([TOTAL - FEE, 0])
    paying.stripe.payouts.payOut({ created: seconds(DAY) })
    // An answer from before the failure comes late.
    const late = { ...(await openStripeGateway(paying.stripe.account).getPayout(first.id)), status: 'paid' as const }
    await syncPayouts(at(DAY, { listPayouts: async () => [late] }))
    await syncPayouts(at(DAY))
    expect([await balanceOf('cards'), await balanceOf('bank')]).toEqual([0, TOTAL - FEE])
    expect((await report()).payouts).toMatchObject([
      { status: 'paid', other: TOTAL - FEE, net: TOTAL - FEE },
      { status: 'failed', charges: TOTAL, other: FEE - TOTAL, net: 0, failure: 'The bank account has been closed.' },
    ])
  })

  test('a charge that no payout has is a task, once one should have', async () => {
    await paid()
    await database().db.update(ledger).set({ happenedAt: NOON })
    await syncPayouts(at(39 * DAY))
    expect(await open()).toEqual([])
    await syncPayouts(at(41 * DAY))
    expect(await open()).toEqual(['A charge of $3,509.00 is in no payout'])
    paying.stripe.payouts.payOut({ automatic: false, created: seconds(40 * DAY) })
    await syncPayouts(at(41 * DAY))
    expect((await report()).payouts).toMatchObject([{ lines: 'never', net: TOTAL - FEE }])
    expect(await open()).toEqual([])
  })

  test('a charge that a later payout leaves out is a task sooner', async () => {
    await paid()
    await database().db.update(ledger).set({ happenedAt: NOON })
    for (const [days, words] of [
      [13, []],
      [15, ['A charge of $3,509.00 is in no payout']],
    ] as const) {
      await database().db.delete(payouts)
      const later = { id: `po_${days}`, status: 'paid', currency: 'usd', amount: 0, arrivesOn: '2027-06-20' } as const
      const createdAt = new Date(NOON.getTime() + days * DAY)
      await database()
        .db.insert(payouts)
        .values({ ...later, createdAt, lines: 'listed' })
      await syncPayouts(at(16 * DAY))
      expect(await open()).toEqual(words)
    }
  })

  test('lines that Stripe lists later are read later', async () => {
    await paid()
    const payout = paying.stripe.payouts.payOut({ reconciliation_status: 'in_progress' })
    await syncPayouts(at(0))
    expect(await database().db.$count(payoutLines)).toBe(0)
    payout.reconciliation_status = 'completed'
    await syncPayouts(at(60 * DAY))
    expect([await database().db.$count(payoutLines), await open()]).toEqual([1, []])
  })

  test('a list of lines that was cut short is read again', async () => {
    await paid()
    paying.stripe.payouts.payOut()
    await syncPayouts(at(0))
    await database().db.delete(payoutLines)
    expect(await open()).toContainEqual(expect.stringContaining('add up'))
    await syncPayouts(at(DAY))
    expect([await database().db.$count(payoutLines), await open()]).toEqual([1, []])
  })
})
