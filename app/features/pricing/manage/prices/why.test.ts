import { expect, test } from 'vitest'
import { blocks } from '#app/features/availability/availability.tables.server.ts'
import { promoCodes } from '#app/features/pricing/pricing.tables.server.ts'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeDate, makeProperty } from '#test/factories.ts'
import { pricesPage } from '#test/prices-page.ts'
import { getWhyPage } from './why.server.ts'
import { whyFromQuery } from './why.ts'

const asked = (query: string) => whyFromQuery(new URLSearchParams(query))

test('the address asks about a night, a stay, or nothing yet, and says what is wrong with it', () => {
  expect(asked('')).toEqual({ stay: null, problem: null, code: '', month: null })
  expect(asked('night=2027-07-03&month=2027-07')).toMatchObject({
    stay: { checkIn: '2027-07-03', checkOut: '2027-07-04', adults: 2 },
    month: '2027-07-01',
  })
  expect(asked('checkin=2027-07-03&checkout=2027-07-10&adults=0&pets=1&promo=SNOW')).toMatchObject({
    stay: { checkOut: '2027-07-10', adults: 1, pets: 1 },
    code: 'SNOW',
  })
  expect(asked('checkin=2027-07-03').problem).toBe('Please choose both dates.')
  expect(asked('checkin=2027-07-03&checkout=2027-07-03').problem).toBe('Check-out must be after check-in.')
  expect(asked('checkin=2027-07-03&checkout=2029-07-03').problem).toBe('Please choose at most a year.')
  expect(asked('night=soon&month=2027-13')).toMatchObject({ stay: null, month: null })
})

describeWithDatabase('why a home costs what it costs', (database) => {
  const { services, addProperty, save, page } = pricesPage(database)
  const why = async (slug: string, query: string) => {
    const found = await getWhyPage(services(), slug, asked(query))
    if (!found) throw new Error('there is no such home')
    return found
  }

  test('shows a month of prices, and explains a night of it, also right after a change', async () => {
    const { id, slug } = await addProperty()
    await makeDate(database().db, id, '2027-09-11', { price: '999.00' })
    await database()
      .db.insert(blocks)
      .values({ propertyId: id, nights: { from: '2027-09-20', to: '2027-09-21' }, kind: 'owner' })
    const shown = await why(slug, 'night=2027-09-11&month=2027-09')
    const { days } = shown.month
    expect(days.map(({ price }) => price).slice(7, 12)).toEqual(['$690', '$480', '$590', '$999', '$480'])
    expect(days.filter(({ isTaken }) => isTaken).map(({ date }) => date)).toEqual(['2027-09-20'])
    expect(shown.explanation?.nights).toMatchObject([{ rule: 'Price of Sep 11', price: 999_00 }])
    expect(shown.refusals).toEqual(['Stays that start Sat, Sep 11 have a 2-night minimum.'])
    const { versions } = await page(slug)
    await save(slug, { intent: 'nightly', version: versions.nightly ?? '', price: '520', cleaning: '300' })
    expect((await why(slug, 'night=2027-09-12')).explanation?.nights).toMatchObject([
      { rule: 'Every night', price: 520_00 },
    ])
  })

  test('says everything that keeps guests from booking a stay, and why a code does not count', async () => {
    const { slug } = await addProperty()
    await database().db.insert(promoCodes).values({ code: 'WEEK', percent: '10', minimumNights: 7 })
    const shown = await why(slug, 'checkin=2027-07-02&checkout=2027-07-04&adults=15&pets=3&promo=week')
    expect(shown.refusals).toEqual([
      'This home sleeps 14. Infants under 2 don’t count toward the limit.',
      'Stays that start Fri, Jul 2 have a 4-night minimum.',
    ])
    expect(shown.codeProblem).toBe('The code WEEK is good for stays of 7 nights or more.')
    const week = await why(slug, 'checkin=2027-07-02&checkout=2027-07-09&adults=2&promo=week')
    expect([week.codeProblem, week.refusals]).toEqual([null, []])
    expect(week.explanation?.lines[0]).toMatchObject({ label: 'Code WEEK (10%)' })
  })

  test('also of a home that is not published, and of one without a price', async () => {
    await makeProperty(database().db, { slug: 'bare', status: 'draft', pricePerNight: null })
    expect((await why('bare', 'night=2027-07-02')).explanation).toBeNull()
    await database().db.update(properties).set({ pricePerNight: '100.00' })
    expect((await why('bare', 'night=2027-07-02')).explanation?.total).toBe(100_00 + 300_00)
    expect(await getWhyPage(services(), 'nowhere', asked(''))).toBeNull()
  })
})
