import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { properties } from '#app/features/properties/properties.tables.server.ts'
import { describeWithDatabase } from '#test/database.ts'
import { makeProperty, NOON, testClock, testServices } from '#test/factories.ts'
import { recordVersions } from './change/change.tables.server.ts'
import { parseRecord } from './parse-record.server.ts'

const schema = z.object({ story: z.array(z.object({ heading: z.string() })) })
const good = (heading: string) => ({ story: [{ heading }] })
const bad = { story: [{ heading: 5 }] }

describeWithDatabase('a JSON record of the database', (database) => {
  const clock = testClock()
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => lines.push(JSON.parse(line))
  const start = () => testServices(database(), { clock, log: pino({ level: 'error', base: null }, { write }) })
  let services = start
  let id = ''

  async function change(...versions: unknown[]) {
    for (const presentation of versions) {
      await database().db.update(properties).set({ presentation }).where(eq(properties.id, id))
      // The embedded database keeps only one of two changes within a millisecond.
      await database().pool.query('select pg_sleep(0.002)')
    }
  }
  async function read() {
    const [row] = await database().db.select().from(properties).where(eq(properties.id, id))
    return parseRecord(services(), schema, { record: 'properties.presentation', key: id, value: row?.presentation })
  }

  beforeEach(async () => {
    lines.length = 0
    clock.set(NOON)
    const process = start()
    services = () => process
    id = await makeProperty(database().db, { presentation: good('A loft') })
  })

  test('is read unchanged while it is valid', async () => {
    expect(await read()).toEqual({ value: good('A loft'), earlier: false })
    await change(good('A barn'))
    expect(await read()).toEqual({ value: good('A barn'), earlier: false })
    expect(lines).toEqual([])
  })

  test('is read in its last valid version while invalid, also by a new process, until it is valid again', async () => {
    await change(good('A barn'), bad, { story: [{}] }, bad)
    expect(await read()).toEqual({ value: good('A barn'), earlier: true })
    const restarted = start()
    services = () => restarted
    expect(await read()).toEqual({ value: good('A barn'), earlier: true })
    await change(good('A mill'))
    expect(await read()).toEqual({ value: good('A mill'), earlier: false })
  })

  test('logs an error once a minute while invalid, with path and reason and no content', async () => {
    await change({ story: [{ heading: 5, text: 'Words of the operator' }] })
    await Promise.all([read(), read()])
    clock.set(new Date(NOON.getTime() + 59_000))
    await read()
    expect(lines).toEqual([
      expect.objectContaining({
        level: 50,
        record: 'properties.presentation',
        key: id,
        issues: ['story.0.heading: string expected'],
        msg: 'a record has the wrong shape: an earlier version is shown',
      }),
    ])
    expect(JSON.stringify(lines)).not.toContain('Words')
    clock.set(new Date(NOON.getTime() + 60_000))
    await read()
    expect(lines).toHaveLength(2)
  })

  test('reads as null if it never was valid, and the log says so', async () => {
    id = await makeProperty(database().db, { presentation: bad })
    await change({ story: [{}] })
    expect(await read()).toBeNull()
    expect(lines).toEqual([expect.objectContaining({ msg: 'a record has the wrong shape: no version can be shown' })])
  })

  test('keeps its last fifty versions, none for unrelated changes, and none after deletion', async () => {
    const ofPresentation = eq(recordVersions.record, 'properties.presentation')
    const count = () => database().db.$count(recordVersions, ofPresentation)
    await database().db.update(properties).set({ name: 'Another name' }).where(eq(properties.id, id))
    expect(await count()).toBe(0)
    await change(...Array.from({ length: 52 }, (_, number) => good(`${number}`)))
    const versions = await database()
      .db.select()
      .from(recordVersions)
      .where(ofPresentation)
      .orderBy(recordVersions.replacedAt)
    expect(versions.map(({ content }) => content)).toEqual(
      Array.from({ length: 50 }, (_, number) => good(`${number + 1}`)),
    )
    await database().db.delete(properties).where(eq(properties.id, id))
    expect(await count()).toBe(0)
  })

  test('looks up a version once per change, with the same number of queries for any number of bad versions', async () => {
    await change(...Array.from({ length: 30 }, (_, number) => ({ story: [{ heading: number }] })))
    const queries = async () => {
      let count = 0
      const counted = new Proxy(database().db, {
        get: (target, name) => {
          if (name === 'select') count += 1
          return Reflect.get(target, name)
        },
      })
      const record = { record: 'properties.presentation', key: id, value: bad }
      expect(await parseRecord({ ...services(), db: counted }, schema, record)).toMatchObject({ earlier: true })
      return count
    }
    expect([await queries(), await queries()]).toEqual([2, 1])
    await change({ story: [{}] })
    expect([await queries(), await queries()]).toEqual([2, 1])
  })

  test('keeps using a found version after fifty bad versions displaced it', async () => {
    await change(bad)
    expect(await read()).toEqual({ value: good('A loft'), earlier: true })
    await change(...Array.from({ length: 51 }, (_, number) => ({ story: [{ heading: number }] })))
    expect(await read()).toEqual({ value: good('A loft'), earlier: true })
    expect(await read()).toEqual({ value: good('A loft'), earlier: true })
  })
})
