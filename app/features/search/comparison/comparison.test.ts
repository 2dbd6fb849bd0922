import { expect, test } from 'vitest'
import type { Services } from '#app/platform/services.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeBooking, makePricedProperty, testServices } from '#test/factories.ts'
import { loadComparison } from './comparison.server.ts'
import { comparisonPath } from './comparison.ts'

const STAY = 'checkin=2027-10-04&checkout=2027-10-08&adults=2&children=2'

describeWithDatabase('comparing homes', (database) => {
  const compare = (query: string, services: Services = testServices(database())) =>
    loadComparison(services, new URLSearchParams(query))
  const makeProperties = async (...slugs: string[]) => {
    const { db } = database()
    const ids: string[] = []
    for (const slug of slugs) ids.push(await makePricedProperty(db, { slug, name: `Home ${slug}`, maxGuests: 8 }))
    return ids
  }

  test('shows each home’s total and share for the stay, or why it cannot be booked, in the order of the address', async () => {
    const [, booked = ''] = await makeProperties('cove', 'ridge')
    await makeBooking(database().db, booked, { from: '2027-10-05', to: '2027-10-09' })
    const { properties, facts, asked, notes } = await compare(`homes=ridge,cove&${STAY}`)
    expect(properties.map(({ slug, offer }) => [slug, offer])).toEqual([
      ['ridge', { total: null, words: 'Booked' }],
      ['cove', { total: '$2,442', shares: ['$610.50 per person', '$610.50 per night'] }],
    ])
    expect(asked).toBe('Oct 4–8, 2 adults, 2 children')
    expect(notes).toEqual([])
    expect(facts.find(({ label }) => label === 'Sleeps')?.values).toEqual(['8 guests', '8 guests'])
    // A fact that is unknown for all homes has no row.
    expect(facts.map(({ label }) => label)).not.toContain('To the lift')
    expect(properties[0]?.path).toContain('from=compare%3Fhomes%3Dridge%2Ccove%26checkin')
  })

  test('a hot tub that is shared is said to be, and a home without one is not called unknown', async () => {
    const { db } = database()
    const highlights = ['Six-person hot tub']
    const amenities = ['Stone fireplace', 'Six-person hot tub, shared by the complex']
    await makePricedProperty(db, { slug: 'condo', highlights, amenities })
    await makePricedProperty(db, { slug: 'cabin', amenities: ['Dock'] })
    await makePricedProperty(db, { slug: 'plain' })
    const { facts } = await compare('homes=condo,cabin,plain')
    expect(facts.find(({ label }) => label === 'Hot tub')?.values).toEqual([
      'Six-person hot tub, shared by the complex',
      'None among its amenities',
      null,
    ])
    const without = await compare('homes=cabin,plain')
    expect(without.facts.map(({ label }) => label)).not.toContain('Hot tub')
  })

  test('what a home is known not to have is said, and only the unknown is not listed', async () => {
    const { db } = database()
    const facts = {
      lift: { to: 'the gondola', minutes: 3 },
      parking: { spaces: 2 },
      access: { steps: 3, flights: 2, elevator: true },
    }
    await makePricedProperty(db, { slug: 'lodge', theme: 'mountain', maxPets: 1, facts })
    const none = { parking: { spaces: 0 }, access: { steps: 0, flights: 0 } }
    await makePricedProperty(db, { slug: 'cabin', theme: 'lake', maxPets: 0, facts: none })
    await makePricedProperty(db, { slug: 'plain', theme: 'mountain' })
    const compared = await compare('homes=cabin,plain,lodge')
    const said = Object.fromEntries(compared.facts.map(({ label, values }) => [label, values.slice(0, 2)]))
    expect(said).toMatchObject({
      Pets: ['No pets', expect.any(String)],
      'To the lift': ['No lift at the lake', null],
      Parking: ['No parking on site', null],
      Steps: ['No steps to the door', null],
      Stairs: ['No stairs inside', null],
    })
  })

  test('without dates each home shows its next open stay, and wrong dates are told', async () => {
    await makeProperties('cove', 'ridge')
    const plain = await compare('homes=cove&homes=ridge')
    expect(plain.properties.map(({ open }) => open?.dates)).toEqual(['Jun 3–7,', 'Jun 3–7,'])
    const past = await compare('homes=cove,ridge&checkin=2020-01-02&checkout=2020-01-05&adults=2')
    expect(past.notes).toEqual(['That check-in date has passed. Please choose a later one.'])
    expect(past.properties.map(({ offer }) => offer)).toEqual([null, null])
    expect((await compare('homes=cove,ridge&checkin=soon')).notes).toEqual([
      'Select your check-in and check-out dates.',
    ])
  })

  test('unknown, unpublished, repeated and too many homes leave a comparison of the others, which says so', async () => {
    await makeProperties('a', 'b', 'c', 'd', 'e')
    await makePricedProperty(database().db, { slug: 'hidden', status: 'draft' })
    const slugs = async (query: string) => (await compare(query)).properties.map(({ slug }) => slug)
    expect(await slugs('homes=a,a,b')).toEqual(['a', 'b'])
    const odd = await compare('homes=a,hidden,%00,b,../c')
    expect([odd.properties.length, odd.notes]).toEqual([2, ['3 homes in this link are no longer listed.']])
    const many = await compare('homes=a,b,c,d,e')
    expect([many.properties.length, many.notes]).toEqual([
      4,
      ['You can compare up to 4 homes at a time. Left out: Home e.'],
    ])
    const alone = await compare('homes=a')
    expect([alone.facts, alone.notes]).toEqual([[], ['Choose at least one more home to compare.']])
    expect((await compare('')).choices.map(({ slug }) => slug)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})

test('the address of a comparison has at most four homes', () => {
  expect(comparisonPath(['a', 'b', 'c', 'd', 'e'], null)).toBe('/compare?homes=a,b,c,d')
  expect(comparisonPath([], null)).toBe('/compare')
})
