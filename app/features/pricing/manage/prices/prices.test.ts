import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { priceIfFree } from '#app/features/availability/availability.server.ts'
import { historyFilterFromQuery, listHistory } from '#app/features/back-office/history.server.ts'
import { users } from '#app/features/operators/operators.tables.server.ts'
import { nightlyRates } from '#app/features/pricing/pricing.tables.server.ts'
import { audit } from '#app/platform/change/change.tables.server.ts'
import { UNNAMED } from '#app/platform/http/operator-access.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeProperty, makeSite } from '#test/factories.ts'
import { pricesPage } from '#test/prices-page.ts'
import { questionsOf } from '../price-questions.ts'
import { listProperties } from './prices-page.server.ts'

describeWithDatabase('the prices of a home', (database) => {
  const { clock, services, addProperty, page, post, save, said, undo } = pricesPage(database)
  const totalOf = async (propertyId: string, checkIn: string, checkOut: string) => {
    const stay = { checkIn, checkOut, adults: 2, children: 0, infants: 0, pets: 0 }
    const check = await priceIfFree(services(), { propertyId, ...stay })
    return check.ok ? check.price.total : check.reason
  }
  const weekend = { 'rates[0].value': '$650', 'rates[0].days[0]': '5', 'rates[0].days[1]': '6' }
  const nightlyWords = (weekend: number) =>
    `Every night $480.00; Friday and Saturday $${weekend}.00; Cleaning $300.00 a stay`
  const nightly = (version = '') => ({ intent: 'nightly', version, price: '480', cleaning: '300', ...weekend })

  test('a weekend price is saved, sold at once, told in the history, and undone', async () => {
    const { id, slug } = await addProperty()
    const before = await totalOf(id, '2027-10-01', '2027-10-03')
    const { versions } = await page(slug)
    const change = await save(slug, nightly(versions.nightly))
    expect(await totalOf(id, '2027-10-01', '2027-10-03')).toBe(Number(before) + 2 * 60_00 * 1.1)
    const ofProperty = historyFilterFromQuery(new URLSearchParams({ property: slug }))
    const { entries } = await listHistory(services(), ofProperty, UNNAMED)
    expect(entries).toMatchObject([
      {
        words: 'Nightly prices changed',
        ...{ by: 'by mia', undo: 'possible' },
        facts: [{ name: 'Nightly prices', before: nightlyWords(590), after: nightlyWords(650) }],
      },
    ])
    expect(await undo(change)).toMatchObject({ ok: true })
    expect(await totalOf(id, '2027-10-01', '2027-10-03')).toBe(before)
    expect(await undo(change)).toMatchObject({ ok: false, message: 'This was undone already.' })
  })

  test('pressed twice is once', async () => {
    const { slug } = await addProperty()
    const { versions } = await page(slug)
    const [first, second] = await Promise.all([1, 2].map(() => post(slug, nightly(versions.nightly))))
    expect([first, second]).toMatchObject([{ ok: true }, { ok: true }])
    expect(await database().db.select().from(audit)).toHaveLength(1)
    const season = { ...newSeason, name: 'Fall' }
    await save(slug, season)
    expect(await post(slug, season)).toEqual({ ok: true })
  })

  test('of two who change one thing, the second sees both and decides; another thing is not in the way', async () => {
    const { slug } = await addProperty()
    const seen = (await page(slug)).versions
    const [user] = await database().db.insert(users).values({ username: 'noah', passwordHash: 'x' }).returning()
    await post(slug, { ...nightly(seen.nightly), price: '500' }, { ...UNNAMED, id: user?.id ?? null, name: 'noah' })
    expect(
      await post(slug, {
        intent: 'payment',
        version: seen.payment ?? '',
        balanceDays: '20',
        depositDays: '7',
        depositPercent: '30',
        paymentText: '',
      }),
    ).toMatchObject({ ok: true })
    const answer = await said(slug, nightly(seen.nightly))
    expect(answer).toMatchObject({ status: 409, values: { rates: [{ value: '$650' }] } })
    expect(answer).toHaveProperty(
      'message',
      expect.stringContaining('It says now: Every night $500.00; Friday and Saturday $650.00'),
    )
    expect((await page(slug)).property.settings.nightly.price).toBe(500_00)
    await save(slug, nightly((await page(slug)).versions.nightly))
    expect((await page(slug)).property.settings.nightly.price).toBe(480_00)
  })

  test('an undo that no longer fits changes nothing', async () => {
    const { slug } = await addProperty()
    const first = await save(slug, nightly((await page(slug)).versions.nightly))
    await save(slug, { ...nightly((await page(slug)).versions.nightly), price: '490' })
    expect(await undo(first)).toMatchObject({ ok: false, message: expect.stringContaining('changed again since') })
    expect((await page(slug)).property.settings.nightly.price).toBe(490_00)
  })

  const newSeason = {
    intent: 'season',
    name: 'Spring  break',
    'starts.month': '3',
    'starts.day': '6',
    'ends.month': '3',
    'ends.day': '20',
    minimumStay: '5',
    'rates[0].value': '700',
    'rates[0].days': '0',
    arrive: '6',
  }

  test('a season is added with its prices and rules, changed, removed with all of it, and brought back', async () => {
    const { id, slug } = await addProperty()
    await save(slug, newSeason)
    const season = (await page(slug)).property.settings.seasons.find(({ name }) => name === 'Spring break')
    expect(season).toMatchObject({
      startsOn: '03-06',
      minimumStay: 5,
      checkInDays: [6],
      rates: [{ weekdays: [0], price: 700_00 }],
    })
    const removal = await save(slug, {
      intent: 'remove-season',
      id: season?.id ?? '',
      version: (await page(slug)).versions[`seasons:${season?.id}`] ?? '',
    })
    expect((await page(slug)).property.settings.seasons).toHaveLength(1)
    expect(await undo(removal)).toMatchObject({ ok: true })
    expect((await page(slug)).property.settings.seasons.find(({ name }) => name === 'Spring break')).toEqual(season)
    expect(await database().db.select().from(nightlyRates).where(eq(nightlyRates.propertyId, id))).toHaveLength(4)
  })

  test('what two seasons share is asked about, and what cannot be is said', async () => {
    const { slug } = await addProperty()
    const over = { ...newSeason, 'ends.month': '6', 'ends.day': '1' }
    expect(await said(slug, over)).toMatchObject({
      status: 409,
      asks: ['It shares 11 nights with Summer (May 22 to Jun 1). There the shorter season counts: Spring break.'],
    })
    expect((await page(slug)).property.settings.seasons).toHaveLength(1)
    await save(slug, { ...over, confirmed: 'yes' })
    expect(await said(slug, { ...newSeason, name: 'SUMMER' })).toMatchObject({
      fields: { name: 'There is already a season called Summer. Please choose another name.' },
    })
    const twin = {
      ...newSeason,
      name: 'Lake',
      'starts.month': '5',
      'starts.day': '22',
      'ends.month': '9',
      'ends.day': '8',
    }
    expect(await said(slug, twin)).toMatchObject({
      fields: { 'starts.day': expect.stringContaining('exactly these nights') },
    })
    const backwards = { ...newSeason, name: 'Backwards', 'starts.month': '4', 'ends.month': '3', 'ends.day': '1' }
    expect(await said(slug, backwards)).toMatchObject({
      asks: expect.arrayContaining([expect.stringContaining('goes over New Year and has 331 nights')]),
    })
    const wrong = {
      ...newSeason,
      name: ' ',
      'starts.month': '2',
      'starts.day': '30',
      minimumStay: '0',
      'rates[0].days': '',
      'rates[0].value': 'x',
    }
    expect(await said(slug, wrong)).toMatchObject({
      fields: {
        name: 'Please name the season, in up to 60 characters',
        'starts.day': 'This month has fewer days',
        minimumStay: 'Please enter a whole number from 1 to 365',
        'rates[0].value': 'Please enter an amount, such as 250 or 250.50',
      },
      values: { rates: [{ value: 'x' }] },
    })
  })

  test('prices of 0 and of a million, and a weekday in two rows, are refused; a digit too many is asked about', async () => {
    const { slug } = await addProperty()
    const { versions } = await page(slug)
    const range = 'Please enter an amount from $1.00 to $99,999.00'
    for (const price of ['0', '1,000,000']) {
      expect(await said(slug, { ...nightly(versions.nightly), price })).toMatchObject({ fields: { price: range } })
    }
    expect(await said(slug, { ...nightly(versions.nightly), price: '4800' })).toMatchObject({
      asks: ['A night goes from $480.00 to $4,800.00.'],
    })
    expect(
      await said(slug, { ...nightly(versions.nightly), 'rates[1].value': '700', 'rates[1].days': '6' }),
    ).toMatchObject({
      fields: { 'rates[1].value': 'Saturday is in two rows. Please leave it in one of them' },
    })
    expect(await said(slug, { ...nightly(versions.nightly), 'rates[1].value': '700' })).toMatchObject({
      fields: { 'rates[1].value': 'Please choose the days that it is for' },
    })
  })

  test('a look at a change shows sample stays before and after, and stores nothing', async () => {
    const { slug } = await addProperty()
    const answer = await said(slug, { ...nightly(), preview: 'yes' })
    expect(answer).toMatchObject({ status: 200, values: { rates: [{ value: '$650' }] } })
    expect(answer).toHaveProperty(
      'preview.rows',
      expect.arrayContaining([
        {
          name: 'A weekend',
          nights: 'Sep 10–12',
          before: '$1,628.00',
          after: '$1,760.00',
          isChanged: true,
          difference: '+$132.00',
        },
        expect.objectContaining({ name: 'A week in Summer', isChanged: false }),
      ]),
    )
    expect(await database().db.select().from(audit)).toEqual([])
    expect((await page(slug)).property.settings.nightly.rates).toMatchObject([{ price: 590_00 }])
  })

  test('a home without a tax or with a minimum of one night is asked about until that is answered', async () => {
    await makeSite(database().db)
    await makeProperty(database().db, { slug: 'bare', minimumStay: 1 })
    expect(await listProperties(services())).toMatchObject([{ slug: 'bare', questions: ['no-tax', 'no-minimum'] }])
    const answered = await save('bare', { intent: 'question', question: 'no-tax' })
    expect(questionsOf((await page('bare')).property.settings)).toEqual(['no-minimum'])
    await undo(answered)
    expect(questionsOf((await page('bare')).property.settings)).toEqual(['no-tax', 'no-minimum'])
  })

  test('a price from a date on counts from that night, and is the price once the date has come', async () => {
    const { id, slug } = await addProperty()
    const all = { propertyId: id, weekdays: [0, 1, 2, 3, 4, 5, 6], price: '600.00', fromDate: '2027-10-04' }
    await database().db.insert(nightlyRates).values(all)
    const tax = (amount: number) => Math.round((amount + 300_00) * 1.1)
    expect(await totalOf(id, '2027-10-03', '2027-10-05')).toBe(tax(480_00 + 600_00))
    expect(await totalOf(id, '2027-10-08', '2027-10-10')).toBe(tax(2 * 590_00))
    expect((await page(slug)).property.settings.nightly.price).toBe(480_00)
    clock.set(new Date('2027-10-04T18:00:00Z'))
    expect((await page(slug)).property.settings.nightly).toMatchObject({ price: 600_00, rates: [{ price: 590_00 }] })
    await save(slug, { ...nightly((await page(slug)).versions.nightly), price: '610' })
    expect(await totalOf(id, '2027-10-10', '2027-10-12')).toBe(tax(2 * 610_00))
  })

  test('prices are raised from a date on, seen before they are saved, and removed or undone', async () => {
    const { id, slug } = await addProperty()
    const later = { intent: 'later', from: '2027-11-01', percent: '10', 'prices.base': '480', 'prices.rest-56': '700' }
    expect(await said(slug, { ...later, preview: 'yes' })).toHaveProperty(
      'preview.rows',
      expect.arrayContaining([
        expect.objectContaining({ name: 'A weekend', before: '$1,628.00', after: '$1,870.00', difference: '+$242.00' }),
        expect.objectContaining({ name: 'A week in Summer', before: '$5,929.00', after: '$6,488.90' }),
      ]),
    )
    const change = await save(slug, later)
    const fall = await totalOf(id, '2027-10-30', '2027-11-03')
    expect(fall).toBe((590_00 + 480_00 + 2 * 528_00 + 300_00) * 1.1)
    expect((await page(slug)).property.settings.nightly).toMatchObject({
      price: 480_00,
      rates: [
        { weekdays: [0, 1, 2, 3, 4, 5, 6], price: 528_00, from: '2027-11-01' },
        { weekdays: [5, 6], price: 590_00, from: null },
        { weekdays: [5, 6], price: 700_00, from: '2027-11-01' },
      ],
    })
    expect(await post(slug, later)).toEqual({ ok: true })
    expect(await said(slug, { ...later, percent: '20' })).toMatchObject({
      fields: { from: 'There are prices from this day on already. Remove them first' },
    })
    const removal = await save(slug, { intent: 'remove-later', id: '2027-11-01' })
    expect(await totalOf(id, '2027-11-01', '2027-11-03')).toBe((2 * 480_00 + 300_00) * 1.1)
    for (const one of [removal, change]) expect(await undo(one)).toMatchObject({ ok: true })
    expect((await page(slug)).property.settings.nightly.rates).toMatchObject([{ price: 590_00 }])
  })

  test('a price from a date on needs a later day and something to change', async () => {
    const { slug } = await addProperty()
    const asked = { intent: 'later', from: '2027-11-01', percent: '', 'prices.base': '480' }
    for (const [wrong, field, message] of [
      [
        { from: '2027-06-01', percent: '5' },
        'from',
        'Please choose a later day. For today on, change the prices themselves',
      ],
      [{ from: '2031-01-01', percent: '5' }, 'from', 'Please choose a day in the next three years'],
      [{ from: '' }, 'from', 'Please choose a date'],
      [{ percent: '500' }, 'percent', 'Please enter a percentage from -90 to 300, such as 5 or -10'],
      [{}, 'percent', 'Please change a price, or enter a percentage'],
      [{ 'prices.base': '0' }, 'prices.base', 'Please enter an amount from $1.00 to $99,999.00'],
    ] as const) {
      expect(await said(slug, { ...asked, ...wrong })).toMatchObject({ fields: { [field]: message } })
    }
  })

  test('a percentage leads to no price that a night cannot have', async () => {
    const { slug } = await addProperty()
    const { versions } = await page(slug)
    const nightly = { intent: 'nightly', version: versions.nightly ?? '', price: '50000', cleaning: '300' }
    await save(slug, { ...nightly, confirmed: 'yes' })
    const asked = { intent: 'later', from: '2027-11-01', percent: '300', 'prices.base': '50000' }
    const message = 'A night would cost $200,000, and a night costs $1 to $99,999'
    expect(await said(slug, asked)).toMatchObject({ fields: { percent: message } })
  })
})
