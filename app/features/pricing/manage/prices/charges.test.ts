import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { taxes } from '#app/features/pricing/pricing.tables.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { pricesPage } from '#test/prices-page.ts'

describeWithDatabase('the fees, taxes and rules of a home', (database) => {
  const { addProperty, page, save, said, undo } = pricesPage(database)

  test('a tax is added on nights and a fee, removed with its place on the fee, and brought back there', async () => {
    const { slug } = await addProperty()
    const [fee] = (await page(slug)).property.settings.fees
    const tax = {
      intent: 'tax',
      name: 'City tax',
      basis: 'percent',
      rate: '2.5',
      'on[0]': 'nights',
      'on[1]': fee?.id ?? '',
    }
    await save(slug, { ...tax, jurisdiction: 'Seneca', taxedNights: '30', exemptFromNights: '' })
    const { settings } = (await page(slug)).property
    const added = settings.taxes.find(({ name }) => name === 'City tax')
    expect(added).toMatchObject({ rate: '2.5', appliesTo: ['nights'], taxedNights: 30, displayOrder: 3 })
    expect(settings.fees[0]?.taxedBy).toEqual([added?.id])
    const version = (await page(slug)).versions[`taxes:${added?.id}`] ?? ''
    const removal = await save(slug, { intent: 'remove-tax', id: added?.id ?? '', version })
    expect((await page(slug)).property.settings.fees[0]?.taxedBy).toEqual([])
    expect(await undo(removal)).toMatchObject({ ok: true })
    expect((await page(slug)).property.settings).toEqual(settings)
    expect(await said(slug, { intent: 'tax', name: 'None', basis: 'percent', rate: '100' })).toMatchObject({
      fields: { rate: 'Please enter a percentage above 0 and up to 99, such as 10 or 7.25' },
    })
    expect(await said(slug, { intent: 'tax', name: 'None', basis: 'percent', rate: '1' })).toMatchObject({
      fields: { on: 'Please choose what it taxes' },
    })
    await save(slug, { intent: 'tax', name: 'Bed tax', basis: 'guest-night', rate: '2.50' })
    expect(
      await database()
        .db.select({ rate: taxes.rate, appliesTo: taxes.appliesTo })
        .from(taxes)
        .where(eq(taxes.name, 'Bed tax')),
    ).toEqual([{ rate: '2.5000', appliesTo: ['nights'] }])
  })

  test('fees and discounts have unique names and lengths', async () => {
    const { slug } = await addProperty()
    const fee = { intent: 'fee', label: 'Extra guest', amount: '25', for: 'guest', per: 'night', includedGuests: '10' }
    await save(slug, fee)
    expect((await page(slug)).property.settings.fees[0]).toMatchObject({
      kind: 'guest',
      includedGuests: 10,
      eachPet: false,
    })
    expect(await said(slug, { ...fee, label: 'extra guest', amount: '30' })).toMatchObject({
      fields: { label: 'There is already a fee called Extra guest. Please choose another name.' },
    })
    const week = { intent: 'discount', label: 'Weekly discount', kind: 'long-stay', threshold: '7', percent: '10%' }
    await save(slug, week)
    expect(await said(slug, { ...week, label: 'Other' })).toMatchObject({ fields: { threshold: expect.any(String) } })
    expect(await said(slug, { ...week, kind: 'long-stay', threshold: '28', percent: '60' })).toMatchObject({
      asks: ['60% off is more than half of what the nights cost.'],
    })
  })

  test('a change from before a rule existed is still undone', async () => {
    const { id, slug } = await addProperty()
    const { property, versions } = await page(slug)
    const rules = { intent: 'stay-rules', version: versions.stayRules ?? '', noticeDays: '0', noticeUntilHour: '24' }
    const change = await save(slug, { ...rules, minimumStay: '5' })
    await database().db.execute(sql`update audit set before = before #- array[${id}, 'stayRules', 'maximumStay'],
      after = after #- array[${id}, 'stayRules', 'maximumStay'] where id = ${change}`)
    expect(await undo(change)).toMatchObject({ ok: true })
    expect((await page(slug)).property.settings.stayRules).toEqual(property.settings.stayRules)
  })

  test('stay rules, deposit and cancellation policy are saved and read in words', async () => {
    const { slug } = await addProperty()
    const { versions } = await page(slug)
    const rules = { intent: 'stay-rules', version: versions.stayRules ?? '', minimumStay: '3', noticeUntilHour: '18' }
    expect(await said(slug, { ...rules, noticeDays: '30', bookingWindowDays: '10' })).toMatchObject({
      fields: { bookingWindowDays: 'This must be more than the notice, 30 days' },
    })
    const shorter = { ...rules, noticeDays: '2', 'minimums[0].value': '5', 'minimums[0].days': '5', maximumStay: '4' }
    expect(await said(slug, shorter)).toMatchObject({
      fields: { maximumStay: 'This must be at least the minimum stay, 5 nights' },
    })
    expect(await said(slug, { ...rules, noticeDays: '2', maximumStay: '3' })).toMatchObject({
      fields: { maximumStay: 'Summer has a longer minimum stay. Change that season first' },
    })
    expect(await said(slug, { ...rules, noticeDays: '2', gapPercent: '-20' })).toMatchObject({
      fields: { gapMinimumStay: 'Please enter the shortest stay in a gap, too' },
    })
    for (const gapPercent of ['-95', '12.5', 'cheap']) {
      expect(await said(slug, { ...rules, noticeDays: '2', gapMinimumStay: '1', gapPercent })).toMatchObject({
        fields: { gapPercent: 'Please enter a whole percentage from -90 to 300, such as 10 or -20' },
      })
    }
    const gap = { gapMinimumStay: '1', gapPercent: '-20' }
    const row = expect.objectContaining({ name: 'A gap between two stays', isChanged: true })
    expect(await said(slug, { ...rules, ...gap, noticeDays: '2', preview: 'yes' })).toMatchObject({
      preview: { rows: expect.arrayContaining([row]) },
    })
    await save(slug, {
      ...rules,
      ...gap,
      maximumStay: '14',
      noticeDays: '2',
      bookingWindowDays: '365',
      'minimums[0].value': '5',
      'minimums[0].days': '5',
    })
    await save(slug, {
      intent: 'cancellation',
      version: versions.cancellation ?? '',
      policy: 'own',
      'steps[0].days': '10',
      'steps[0].percent': '80',
    })
    const { settings } = (await page(slug)).property
    expect(settings).toMatchObject({
      stayRules: {
        minimumStay: 3,
        maximumStay: 14,
        gapMinimumStay: 1,
        gapPercent: -20,
        arrivalMinimums: [{ weekdays: [5], minimumStay: 5 }],
        noticeDays: 2,
      },
      cancellation: [{ days: 10, percent: 80 }],
    })
    const season = { intent: 'season', name: 'Long', 'starts.month': '1', 'starts.day': '2', 'ends.month': '2' }
    expect(await said(slug, { ...season, 'ends.day': '1', minimumStay: '15' })).toMatchObject({
      fields: { minimumStay: 'The longest stay is 14 nights. Change the stay rules first' },
    })
    const steps = { 'steps[0].days': '10', 'steps[0].percent': '50', 'steps[1].days': '5', 'steps[1].percent': '60' }
    for (const policy of ['lenient', 'constructor', '']) {
      expect(await said(slug, { intent: 'cancellation', version: '', policy })).toMatchObject({
        status: 400,
        fields: { policy: 'Please choose a policy' },
      })
    }
    expect(await said(slug, { intent: 'cancellation', version: '', policy: 'own', ...steps })).toMatchObject({
      fields: { 'steps[0].days': 'Each later deadline must return less than the one before it' },
    })
  })
})
