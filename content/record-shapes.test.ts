import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { giveaways } from '#app/features/giveaway/giveaway.tables.server.ts'
import { giveawayContentSchema } from '#app/features/giveaway/giveaway.ts'
import { factsSchema } from '#app/features/properties/facts.ts'
import { hostSchema } from '#app/features/properties/host.ts'
import { presentationSchema } from '#app/features/properties/presentation.ts'
import { properties, rooms } from '#app/features/properties/properties.tables.server.ts'
import { legalDocuments } from '#app/features/site/site.tables.server.ts'
import { legalBodySchema, siteContentSchema } from '#app/features/site/site.ts'
import { site } from '#app/platform/site.tables.server.ts'
import { describeOnBothDatabases } from '#test/database.ts'
import { makeProperty, NOON } from '#test/factories.ts'
import { demoGiveaway } from './giveaway.ts'
import { legalDocuments as documents } from './legal/legal-documents.ts'
import { demoProperties } from './properties/properties.ts'
import { site as operator } from './site.ts'

const OBJECTS = [
  { table: site, column: site.content, schema: siteContentSchema },
  { table: giveaways, column: giveaways.content, schema: giveawayContentSchema },
  { table: properties, column: properties.presentation, schema: presentationSchema },
  { table: properties, column: properties.facts, schema: factsSchema },
  { table: properties, column: properties.host, schema: hostSchema },
]

const WRONG = [
  ['site', `content = '{"home": 5}'`, `brand = 'Another'`],
  ['legal_documents', `body = 'Plain words'`, `title = 'Another'`],
  ['campaigns', `content = '{"cards": {}}'`, `name = 'Another'`],
  ['properties', `presentation = '{"lead": null}'`, `name = 'Another'`],
  ['properties', `facts = '{"parkign": {}}'`, `name = 'Another'`],
  ['properties', `cancellation_policy = '{}'`, `name = 'Another'`],
  ['rooms', `beds = '["king"]'`, `name = 'Another'`],
] as const

describeOnBothDatabases('the database refuses a record whose shape is wrong', (database) => {
  const violation = { cause: expect.objectContaining({ code: '23514' }) }
  const attempt = (query: ReturnType<typeof sql>) => database().db.execute(query)

  beforeEach(async () => {
    const { db } = database()
    await db.insert(site).values(operator)
    await db.insert(giveaways).values(demoGiveaway(NOON))
    await db.insert(legalDocuments).values(documents)
    const id = await makeProperty(db, { presentation: demoProperties[0]?.presentation })
    await db.insert(rooms).values({ propertyId: id, name: 'Loft', beds: [{ kind: 'king', count: 1 }] })
  })

  test.for(OBJECTS)('in each key that its schema has, %#', async ({ table, column, schema }) => {
    const name = sql.identifier(column.name)
    for (const key of Object.keys(schema.shape)) {
      const wrong = sql`update ${table} set ${name} = jsonb_set(${column}, array[${key}::text], '5')`
      await expect(attempt(wrong), key).rejects.toMatchObject(violation)
    }
    for (const whole of ['[]', '"words"', '5', 'null']) {
      await expect(attempt(sql`update ${table} set ${name} = ${whole}::jsonb`), whole).rejects.toMatchObject(violation)
    }
  })

  test('in each key of a legal document, which must be JSON', async () => {
    for (const key of Object.keys(legalBodySchema.shape)) {
      const wrong = sql`update legal_documents set body = jsonb_set(body::jsonb, array[${key}::text], '5')::text`
      await expect(attempt(wrong), key).rejects.toMatchObject(violation)
    }
    const words = attempt(sql`update legal_documents set body = 'Plain words'`)
    await expect(words).rejects.toMatchObject({ cause: expect.objectContaining({ code: '22P02' }) })
  })

  test.for([
    ['an object', '{}'],
    ['a negative day', '[{"days": -1, "percent": 50}]'],
    ['half a day', '[{"days": 1.5, "percent": 50}]'],
    ['no percentage', '[{"days": 30}]'],
    ['too much back', '[{"days": 30, "percent": 101}]'],
    ['words', '[{"days": "30", "percent": 50}]'],
    ['one good step and a bad one', '[{"days": 30, "percent": 100}, 14]'],
  ])('in terms of cancellation with %s', async ([, policy]) => {
    const wrong = sql`update properties set cancellation_policy = ${policy}::jsonb`
    await expect(attempt(wrong)).rejects.toMatchObject(violation)
  })

  test('of a booking as well as of its property', async () => {
    const { rows } = await attempt(sql`select substring(pg_get_triggerdef(oid) from 'WHEN (.*) EXECUTE') as condition
      from pg_trigger where tgname like '%cancellation_policy_shape' order by tgname`)
    expect(rows).toHaveLength(2)
    expect(rows[0]).toEqual({ condition: expect.stringContaining('new.cancellation_policy') })
    expect(rows[0]).toEqual(rows[1])
    expect(bookings.cancellationPolicy.notNull).toBe(true)
  })

  test.for(['{}', '[{"kind": 5, "count": 1}]', '[{"kind": "king", "count": 0}]', '[{"count": 1}]', '["king"]'])(
    'in the beds %s',
    async (beds) => {
      await expect(attempt(sql`update rooms set beds = ${beds}::jsonb`)).rejects.toMatchObject(violation)
    },
  )

  test.for(WRONG)('but no other change of a row of %s that was wrong before: %s', async ([name, wrong, change]) => {
    const set = (what: string) => sql.raw(`update ${name} set ${what}`)
    await database().db.transaction(async (tx) => {
      await tx.execute(sql`set local site.restoring = 'on'`)
      await tx.execute(set(wrong))
    })
    await attempt(set(change))
    await expect(attempt(set(wrong))).rejects.toThrow()
  })
})
