import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { blocks, occupancies } from '#app/features/availability/availability.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { getBusiness } from '#app/features/reports/business/business.server.ts'
import { periodOf } from '#app/features/reports/periods.ts'
import { makeChange } from '#app/platform/change/define.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { undoLast } from '#test/changes/undo-last.ts'
import { describeWithDatabase } from '#test/database.ts'
import {
  makeBooking,
  makeFeed,
  makePricedProperty,
  makeProperty,
  makeSite,
  testClock,
  testServices,
} from '#test/factories.ts'
import { queuedMail } from '#test/mails/queued-mail.ts'
import { makeYear } from '#test/money-year.ts'
import { ownerPages } from '#test/owner-pages.ts'
import { getOwnerPage } from './owners.server.ts'
import { ownerProperties, ownerStatements, owners } from './owners.tables.server.ts'
import type { StatementFigures } from './statement.ts'
import { statementChanges } from './statements.changes.server.ts'
import { draftStatement, getOwned, listStatements } from './statements.server.ts'

const YEAR = '2027'

/** Five owners with different terms, and their homes: 3, 3, 2, 2 and 2. */
async function makeOwners({ db }: Services) {
  const terms = [
    {
      commissionPercent: '20',
      commissionOn: 'rent',
      commissionPerStay: 0,
      receivesCleaningFee: false,
      receivesOtherFees: false,
    },
    {
      commissionPercent: '17.5',
      commissionOn: 'all',
      commissionPerStay: 0,
      receivesCleaningFee: true,
      receivesOtherFees: true,
    },
    {
      commissionPercent: '0',
      commissionOn: 'rent',
      commissionPerStay: 15_000,
      receivesCleaningFee: true,
      receivesOtherFees: false,
    },
    {
      commissionPercent: '12.25',
      commissionOn: 'all',
      commissionPerStay: 2_500,
      receivesCleaningFee: false,
      receivesOtherFees: true,
    },
    {
      commissionPercent: '33.3333',
      commissionOn: 'rent',
      commissionPerStay: 0,
      receivesCleaningFee: true,
      receivesOtherFees: true,
    },
  ] as const
  const owned = await db.select({ id: properties.id }).from(properties).orderBy(properties.displayOrder)
  const made = await db
    .insert(owners)
    .values(terms.map((one, index) => ({ name: `Owner ${index}`, ...one })))
    .returning()
  const ofProperty = (index: number) => made[index % made.length]?.id ?? ''
  await db
    .insert(ownerProperties)
    .values(owned.map(({ id }, index) => ({ propertyId: id, ownerId: ofProperty(index), cleanerPay: 9_000 + index })))
  return made
}

describeWithDatabase('statements of owners', (database) => {
  test('of a year add up to the revenue of the site, whenever they are sent, and to the cent', async () => {
    const clock = testClock(new Date('2028-02-01T18:00:00Z'))
    const services = () => testServices(database(), { clock })
    const { db } = services()
    await makeYear(services(), 7)
    const all = await makeOwners(services())
    // Each is from three days before its month is over. Stays of those days are booked, refunded and made longer after it.
    for (let index = 0; index <= 12; index += 1) {
      const month = new Date(Date.UTC(Number(YEAR), index)).toISOString().slice(0, 10)
      const now = new Date(Date.UTC(Number(YEAR), index + 1, -2, 8))
      for (const owner of all) {
        const sent = await listStatements(db, owner.id)
        const figures = await draftStatement(db, {
          owner,
          ...(await getOwned(db, owner.id)),
          month: periodOf(month, 'month'),
          sent,
          now,
        })
        await db.insert(ownerStatements).values({ ownerId: owner.id, month, figures, sentAt: now })
      }
    }
    const stored = await db.select().from(ownerStatements)
    const figures = stored.map((row) => row.figures as StatementFigures)
    expect(figures.some(({ changes }) => changes.length > 0)).toBe(true)
    const sum = (of: (sums: StatementFigures['sums']) => number) =>
      figures.reduce((total, one) => total + of(one.sums), 0)
    const business = await Promise.all(
      [YEAR, '2028'].map((year) => getBusiness(services(), new URLSearchParams({ year }))),
    )
    const revenue = business.reduce((total, { months }) => {
      return total + months.filter((one) => one.month < '2028-02').reduce((part, { now }) => part + now.revenue, 0)
    }, 0)
    expect(revenue).toBeGreaterThan(10_000_000)
    expect(sum(({ revenue }) => revenue)).toBe(revenue)
    expect(sum(({ payout, notPassedOn, commission, turnover }) => payout + notPassedOn + commission + turnover)).toBe(
      revenue,
    )

    // A second calculation, from the final bookings: the first owner's share of the nights.
    const first = all[0]
    const { rows } = await db.execute<{ rent: number; retained: number }>(sql`
      select coalesce(sum((line ->> 'amount')::int) filter (where status = 'confirmed' and line ->> 'kind' in ('nights', 'discount')), 0)::int as rent
        from bookings cross join lateral jsonb_array_elements(lines) line
        join owner_properties using (property_id)
        where owner_id = ${first?.id} and check_out_date < '2028-02-01'`)
    const own = stored.filter(({ ownerId }) => ownerId === first?.id).map((row) => row.figures as StatementFigures)
    const rent = own.reduce((total, one) => {
      const stays = [...one.stays, ...one.changes].filter(({ canceledOn }) => canceledOn === null)
      return total + stays.reduce((part, stay) => part + stay.revenue - stay.notPassedOn, 0)
    }, 0)
    expect(rent).toBe(rows[0]?.rent)
  }, 300_000)

  test('have a month of a home once, also when the home or its costs change their owner', async () => {
    const clock = testClock(new Date('2027-09-02T18:00:00Z'))
    const services = testServices(database(), { clock })
    const { db } = services
    await makeSite(db)
    const property = await makePricedProperty(db, { slug: 'cabin', name: 'Cabin' })
    await makeBooking(db, property, { from: '2027-07-01', to: '2027-08-05' }, { status: 'confirmed' })
    const { add, addCost, draft, find, send, setProperties } = ownerPages(() => services)
    const takeAway = async () => {
      await setProperties('Ann', [])
      return db.$count(ownerProperties, eq(ownerProperties.ownerId, (await find('Ann')).id))
    }
    await add('Ann', [property])
    await addCost('Ann', property)
    const { sums } = await draft('Ann', '2027-08')
    expect(sums.revenue).toBeGreaterThan(0)
    expect(sums.costs).toBe(90_000)
    await send('Ann', '2027-08')
    expect(await db.$count(ownerStatements)).toBe(1)
    // September is over, and not sent.
    clock.set(new Date('2027-10-02T18:00:00Z'))
    expect(await takeAway()).toBe(1)
    clock.set(new Date('2027-09-03T18:00:00Z'))
    expect(await takeAway()).toBe(0)
    clock.set(new Date('2027-09-03T19:00:00Z'))
    await setProperties('Ann', [property])
    clock.set(new Date('2027-10-02T18:00:00Z'))
    expect(await undoLast(services, 'owner.changed')).toMatchObject({
      message: 'Send the statement for September 2027 before you take a home away. Nothing was changed.',
    })
    clock.set(new Date('2027-09-04T18:00:00Z'))
    expect(await takeAway()).toBe(0)
    await add('Bo', [property])
    expect((await draft('Bo', '2027-08')).sums).toMatchObject({ revenue: 0, costs: 0, payout: 0 })
    expect(await undoLast(services, 'owner-statement.sent')).toMatchObject({
      message: 'Cabin is another owner’s by now, or nobody’s. Nothing was changed.',
    })
    expect(await db.$count(ownerStatements)).toBe(1)
  })

  test('are sent in the order of months, once, as they were shown', async () => {
    const clock = testClock(new Date('2027-08-03T18:00:00Z'))
    const services = testServices(database(), { clock })
    const { db } = services
    await makeSite(db)
    const terms = { commissionPercent: '20', commissionOn: 'rent', commissionPerStay: 0 } as const
    const ann = {
      name: 'Ann Owner',
      email: 'ann@example.com',
      ...terms,
      receivesCleaningFee: false,
      receivesOtherFees: false,
    }
    const [owner] = await db.insert(owners).values(ann).returning()
    const send = (month: string, payout = '$0.00') =>
      makeChange(statementChanges['send-statement'], { services }, { id: owner?.id ?? '', month, payout })
    expect(await send('2027-08')).toMatchObject({ ok: false, message: 'August 2027 is not over yet.' })
    expect(await send('2027-05', '$1.00')).toMatchObject({
      message: 'The payout is $0.00 by now. Look at the statement again.',
    })
    const both = await Promise.all([send('2027-05'), send('2027-05')])
    expect(both.map(({ ok }) => ok)).toEqual([true, true])
    expect(await db.$count(ownerStatements)).toBe(1)
    expect(await send('2027-07')).toMatchObject({ message: 'The statement of June 2027 comes first.' })
    expect(await send('2027-04')).toMatchObject({ message: 'A later statement was sent already.' })
    expect(await send('2027-06')).toMatchObject({ ok: true })
    const mails = await queuedMail(database())
    expect(mails.map(({ subject }) => subject)).toEqual(['Your statement for May 2027', 'Your statement for June 2027'])
  })

  test('are on a page with the nights to come of the owner’s homes only, without a guest’s name', async () => {
    const clock = testClock(new Date('2027-08-03T18:00:00Z'))
    const services = testServices(database(), { clock })
    const { db } = services
    await makeSite(db)
    const [property, other] = [await makeProperty(db, { name: 'Cabin' }), await makeProperty(db, { name: 'Lodge' })]
    const terms = { commissionPercent: '20', commissionOn: 'rent', commissionPerStay: 0 } as const
    const [owner] = await db
      .insert(owners)
      .values({ name: 'Ann', ...terms, receivesCleaningFee: false, receivesOtherFees: false })
      .returning()
    if (!owner) throw new Error('the owner was not stored')
    await db.insert(ownerProperties).values({ propertyId: property, ownerId: owner.id })
    const confirmed = { status: 'confirmed', numberOfGuests: 5, adults: 4, children: 1 } as const
    await makeBooking(db, property, { from: '2027-07-30', to: '2027-08-03' }, confirmed)
    await makeBooking(db, property, { from: '2027-08-03', to: '2027-08-06' }, confirmed)
    await makeBooking(db, other, { from: '2027-08-03', to: '2027-08-06' }, confirmed)
    await makeBooking(db, property, { from: '2027-09-10', to: '2027-09-12' }, { status: 'pending' })
    const block = (from: string, to: string, kind: 'owner' | 'visit') => ({
      propertyId: property,
      nights: { from, to },
      kind,
    })
    await db
      .insert(blocks)
      .values([block('2027-08-10', '2027-08-12', 'owner'), block('2027-08-20', '2027-08-21', 'visit')])
    const feedId = await makeFeed(db, property)
    const event = (from: string, to: string, eventKind: 'reserved' | 'block') => ({
      propertyId: property,
      nights: { from, to },
      kind: 'import' as const,
      eventKind,
      feedId,
      eventKey: from,
    })
    await db
      .insert(occupancies)
      .values([event('2027-09-01', '2027-09-03', 'reserved'), event('2027-09-05', '2027-09-06', 'block')])
    const page = await getOwnerPage(services, owner.token, new URLSearchParams())
    expect(page).toMatchObject({ statement: null, today: '2027-08-03', properties: [{ id: property, name: 'Cabin' }] })
    const all = { propertyId: property, property: 'Cabin' }
    expect(page?.nights).toEqual([
      { ...all, from: '2027-08-03', to: '2027-08-06', kind: 'guests', guests: 5 },
      { ...all, from: '2027-08-10', to: '2027-08-12', kind: 'owner', guests: 0 },
      { ...all, from: '2027-09-01', to: '2027-09-03', kind: 'elsewhere', guests: 0 },
      { ...all, from: '2027-09-05', to: '2027-09-06', kind: 'closed', guests: 0 },
      { ...all, from: '2027-09-10', to: '2027-09-12', kind: 'requested', guests: 0 },
    ])
  })
})
