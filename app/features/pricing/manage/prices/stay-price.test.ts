import { expect, test } from 'vitest'
import { blocks } from '#app/features/availability/availability.tables.server.ts'
import { getPricedProperty } from '#app/features/pricing/price-settings.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeDate } from '#test/factories.ts'
import { pricesPage } from '#test/prices-page.ts'
import { getStayPrice, getYearOfPrices } from './stay-price.server.ts'
import { whyFromQuery } from './why.ts'

const STAY = 'checkin=2027-09-12&checkout=2027-09-15&adults=2'

describeWithDatabase('the price of a stay beside its rules', (database) => {
  const { services, addProperty, page } = pricesPage(database)
  const propertyOf = async (slug: string) => {
    const property = await getPricedProperty(services(), slug)
    if (!property) throw new Error('there is no such home')
    return property
  }
  const priceOf = async (slug: string, query: string) => {
    const typed = new URLSearchParams(query)
    const asked = { ...whyFromQuery(typed), typed: typed.has('intent') ? typed : undefined }
    const price = await getStayPrice(services(), await propertyOf(slug), asked)
    if (!price) throw new Error('there is no such home')
    return price
  }

  test('is that of what is typed in a rule, and nothing of it is saved', async () => {
    const { slug } = await addProperty()
    const saved = await priceOf(slug, STAY)
    expect(saved.explanation?.nights).toMatchObject([{ rule: 'Every night', price: 480_00 }])
    const typed = await priceOf(slug, `${STAY}&intent=nightly&price=530&cleaning=300`)
    expect(typed.isTyped).toBe(true)
    expect(typed.explanation?.nights).toMatchObject([{ rule: 'Every night', price: 530_00 }])
    expect((await page(slug)).property.settings.nightly.price).toBe(480_00)
    expect((await priceOf(slug, STAY)).explanation?.total).toBe(saved.explanation?.total)
  })

  test('is the saved one while what is typed cannot be saved, or is no rule', async () => {
    const { slug } = await addProperty()
    for (const wrong of ['nightly&price=0', 'nightly&price=', 'toString', 'nightly&rates[99999].value=1&price=530']) {
      const price = await priceOf(slug, `${STAY}&intent=${wrong}`)
      expect([wrong, price.isTyped, price.explanation?.nights[0]?.price]).toEqual([wrong, false, 480_00])
    }
  })

  test('says why a guest cannot book it, and what is offered', async () => {
    const { id, slug } = await addProperty()
    await database()
      .db.insert(blocks)
      .values({ propertyId: id, nights: { from: '2027-09-13', to: '2027-09-14' }, kind: 'owner' })
    const price = await priceOf(slug, STAY)
    expect(price.refusals).toEqual(['Some of these nights are booked or blocked.'])
    expect(price.offers).toContainEqual(expect.stringMatching(/^Sep 14–17 for \$/))
  })

  test('the year shows each night by the price function', async () => {
    const { id, slug } = await addProperty()
    await makeDate(database().db, id, '2027-09-11', { price: '999.00' })
    const property = await propertyOf(slug)
    const year = await getYearOfPrices(services(), property)
    const at = (Date.parse('2027-09-11') - Date.parse(year?.first ?? '')) / 86_400_000
    const night = year?.nights[at]
    expect(night && [night[0], year.names[night[1]]]).toEqual([999_00, 'Price of Sep 11'])
  })
})
