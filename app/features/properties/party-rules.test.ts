import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { blogPosts } from '#app/features/journal/journal.tables.server.ts'
import { fees } from '#app/features/pricing/pricing.tables.server.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makePricedProperty, makeProperty, testServices } from '#test/factories.ts'
import { partyRules } from './party-rules.ts'
import { getProperty } from './properties.server.ts'
import { properties } from './properties.tables.server.ts'

test.each([
  [0, [], 0, ['No pets.', 'Not set up for infants.']],
  [1, [], 1, ['One pet.', 'One infant under 2 is welcome and doesn’t count as a guest.']],
  [
    2,
    [{ amount: 150_00, per: 'stay' as const, eachPet: false }],
    4,
    ['Up to two pets, $150 per stay.', 'Up to four infants under 2 are welcome and don’t count as guests.'],
  ],
  [
    12,
    [
      { amount: 20_50, per: 'night' as const, eachPet: true },
      { amount: 80_00, per: 'stay' as const, eachPet: false },
    ],
    12,
    [
      'Up to 12 pets, $20.50 per pet and night, $80 per stay.',
      'Up to 12 infants under 2 are welcome and don’t count as guests.',
    ],
  ],
])('%i pets and their fees, %i infants: the rules state the limits', (maxPets, petFees, maxInfants, rules) => {
  expect(partyRules({ maxPets, petFees, maxInfants })).toEqual(rules)
})

describeWithDatabase('derived content', (database) => {
  test('party rules come from the limits, before the operator’s own rules', async () => {
    const { db } = database()
    const id = await makePricedProperty(db, { rules: ['Shoes off inside.'] })
    const rules = async () => (await getProperty(testServices(database()), { id }))?.rules
    expect(await rules()).toEqual([
      'Up to two pets, $150 per stay.',
      'Up to three infants under 2 are welcome and don’t count as guests.',
      'Shoes off inside.',
    ])
    await db.update(fees).set({ amount: '90.00', per: 'night' })
    await db.update(properties).set({ maxPets: 1, maxInfants: 0 }).where(eq(properties.id, id))
    expect((await rules())?.slice(0, 2)).toEqual(['One pet, $90 per night.', 'Not set up for infants.'])
    await db.update(properties).set({ maxPets: 0 }).where(eq(properties.id, id))
    expect((await rules())?.[0]).toBe('No pets.')
  })

  test('amenities for the search come from the page’s groups, and cannot be edited separately', async () => {
    const { db, pool } = database()
    const id = await makeProperty(db, { amenities: ['Hot tub', 'Dock'] })
    expect((await getProperty(testServices(database()), { id }))?.amenities).toEqual(['Hot tub', 'Dock'])
    const amenityGroups = [
      { name: 'Outside', items: ['Grill'] },
      { name: 'Inside', items: ['Sauna', 'Two "big" tubs'] },
    ]
    await db.update(properties).set({ presentation: { amenityGroups } }).where(eq(properties.id, id))
    expect((await getProperty(testServices(database()), { id }))?.amenities).toEqual([
      'Grill',
      'Sauna',
      'Two "big" tubs',
    ])
    await expect(pool.query(`update properties set amenities = '{Helipad}'`)).rejects.toThrow(/amenities/)
  })

  test('a post without an author is by the team of the brand', async () => {
    const { db } = database()
    const post = { title: 'Snow', excerpt: '', content: '', category: 'news' }
    await db.insert(blogPosts).values({ ...post, slug: 'first' })
    await db.insert(site).values({ brand: 'Another Name', email: 'a@example.com' })
    await db.insert(blogPosts).values({ ...post, slug: 'second' })
    const rows = await db.select({ author: blogPosts.author }).from(blogPosts).orderBy(blogPosts.slug)
    expect(rows.map(({ author }) => author)).toEqual(['The team', 'The Another Name team'])
  })
})
