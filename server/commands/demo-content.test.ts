import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { properties, rooms } from '#app/features/properties/properties.tables.server.ts'
import { loadProperty } from '#content/load-property.ts'
import { demoProperties } from '#content/properties/properties.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeProperty, NOON, testServices } from '#test/factories.ts'
import { removeDemoContent } from './demo-content.ts'

describeWithDatabase('going live removes what the demo invented about a property', (database) => {
  const factsOf = async (slug: string) => {
    const [row] = await database()
      .db.select({ facts: properties.facts })
      .from(properties)
      .where(eq(properties.slug, slug))
    return row?.facts
  }
  const remove = () => database().db.transaction((tx) => removeDemoContent(testServices(database()), tx, NOON))

  test('and keeps its rooms with their beds, and the facts that are true', async () => {
    const { db } = database()
    await db.transaction(async (tx) => {
      for (const [order, property] of demoProperties.entries()) await loadProperty(tx, property, { order, demo: true })
    })
    const beds = () => db.select({ name: rooms.name, beds: rooms.beds }).from(rooms).orderBy(asc(rooms.id))
    const before = await beds()
    expect(await remove()).toContainEqual({ what: 'sample facts of properties', count: 4 })
    expect(await beds()).toEqual(before)
    expect(await db.select({ host: properties.host }).from(properties)).toEqual(Array(4).fill({ host: {} }))
    for (const room of await db.select().from(rooms)) {
      expect(room).toMatchObject({ floor: null, bathroom: null, bathroomNote: null })
    }
    expect(await factsOf('spacious-condo')).toEqual({ lift: { to: 'the slopes', minutes: 2 } })
    expect(await factsOf('large-luxury')).toEqual({})
  })

  test('and nothing that the operator wrote', async () => {
    const { db } = database()
    const [first] = demoProperties
    const facts = { parking: { spaces: 3 } }
    const id = await makeProperty(db, { id: first?.property.id, slug: 'own', facts })
    await db.insert(rooms).values({ propertyId: id, name: 'Loft', beds: [], floor: 1, bathroom: 'shared' })
    expect(await remove()).toContainEqual({ what: 'sample facts of properties', count: 0 })
    expect(await factsOf('own')).toEqual(facts)
    expect(await db.select().from(rooms)).toMatchObject([{ floor: 1, bathroom: 'shared' }])
  })
})
