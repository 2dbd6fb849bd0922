import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { quotes } from '#app/features/bookings/bookings.tables.server.ts'
import { inquiries } from '#app/features/contact/contact.tables.server.ts'
import { newsletterSubscriptions } from '#app/features/newsletter/newsletter.tables.server.ts'
import { emailLogs } from '#app/platform/mail/mail.tables.server.ts'
import { describeOnBothDatabases } from '#test/database.ts'
import { makeBooking, makeDate, makeHold, makeImport, makePricedProperty, makeQuote, NOON } from '#test/factories.ts'
import { writeDump } from './database-dump.ts'
import { RestoreRefused, restoreDump } from './restore-dump.ts'

const STRANGE = 'Line\u2028two\r\nthree\n"four" \\ \\N é 🏔 {a,b} \t \u0001'

describeOnBothDatabases('a dump of the database', (database) => {
  let folder: string
  let file: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'dump-'))
    file = path.join(folder, 'dumps', 'a.jsonl')
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  async function fill() {
    const { db } = database()
    const property = await makePricedProperty(db, {
      highlights: ['a', 'b,c', 'd"e', '', STRANGE],
      latitude: '34.71234',
    })
    await makeBooking(db, property, { from: '2027-07-01', to: '2027-07-05' })
    await makeHold(db, property, { from: '2027-08-01', to: '2027-08-05' }, NOON)
    await makeImport(db, property, { from: '2027-09-01', to: '2027-09-05' })
    await makeDate(db, property, '2027-10-01', { blocked: true })
    const { id: _, token: __, ...quote } = await makeQuote(db, property, { from: '2027-11-01', to: '2027-11-05' })
    const id = crypto.randomUUID()
    // A row may reference one that comes much later in the dump.
    await db
      .insert(quotes)
      .values([{ ...quote, originId: id }, ...Array.from({ length: 600 }, () => quote), { ...quote, id }])
    const payload = { n: [null, STRANGE], '': 1.5 }
    await db.insert(inquiries).values({ name: '', email: 'a@example.com', subject: 'null', message: STRANGE })
    await db.insert(emailLogs).values({ to: 'a', template: 't', subject: 's', payload, status: 'ok' })
    const many = Array.from({ length: 600 }, (_, n) => ({ email: `guest-${n}@example.com` }))
    await db.insert(newsletterSubscriptions).values(many)
  }

  /** Every row of every table as text, timestamps to the microsecond; without the database's own counters. */
  async function everything(): Promise<string[]> {
    const { pool } = database()
    const { rows: tables } = await pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
         and relname not in ('schema_migrations', 'content_version') order by relname`,
    )
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await pool.query<{ row: string }>(`select '${name}' || t::text as row from ${name} t order by 1`)
      found.push(...rows.map(({ row }) => row))
    }
    return found
  }

  const dump = () =>
    database().db.transaction((tx) => writeDump(tx, { file, about: 'Everything before the flood.', now: NOON }))

  test('is readable by the operator only, and its header says how to restore it', async () => {
    await fill()
    await dump()
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect((await stat(path.dirname(file))).mode & 0o777).toBe(0o700)
    expect(await readdir(path.dirname(file))).toEqual(['a.jsonl'])
    const [head = ''] = (await readFile(file, 'utf8')).split('\n')
    expect(JSON.parse(head)).toMatchObject({
      about: 'Everything before the flood.',
      restore: expect.stringContaining('npm run site -- go-live --restore'),
      madeAt: NOON.toISOString(),
    })
  })

  test('restores every row unchanged, whatever guests have written', async () => {
    await fill()
    const before = await everything()
    await dump()
    await database().reset()
    expect(await restoreDump(database().db, file)).toBe(before.length)
    expect(await everything()).toEqual(before)
  })

  test('of an empty database restores nothing without an error', async () => {
    await dump()
    expect(await restoreDump(database().db, file)).toBe(0)
  })

  test('that fails at its end leaves no partial file', async () => {
    await fill()
    await mkdir(path.join(file, 'in the way'), { recursive: true })
    await expect(dump()).rejects.toThrow()
    expect(await readdir(path.dirname(file))).toEqual(['a.jsonl'])
    expect(await readdir(file)).toEqual(['in the way'])
  })

  test('is not restored into a database with data', async () => {
    await fill()
    await dump()
    const before = await everything()
    await expect(restoreDump(database().db, file)).rejects.toThrow(RestoreRefused)
    await expect(restoreDump(database().db, file)).rejects.toThrow('This database is not empty')
    expect(await everything()).toEqual(before)
  })

  test('that was truncated or changed restores nothing, and says why', async () => {
    await fill()
    await dump()
    await database().reset()
    const text = await readFile(file, 'utf8')
    const lines = text.trimEnd().split('\n')
    const changed: [string, string][] = [
      [lines.slice(0, -1).join('\n'), 'is cut off'],
      [`${lines.slice(0, -20).join('\n')}\n`, 'is cut off'],
      [text.slice(0, -10), 'is cut off'],
      [text.replace(/^.*guest-7@.*\n/m, ''), 'is cut off'],
      ['', 'is cut off'],
      ['{"hello":1}\n', 'isn’t a dump'],
      ['create table x;\n', 'isn’t a dump'],
      [text.replace('0125_baseline.sql', '0125_other.sql'), 'another version'],
      [text.replace('"table":"bookings"', '"table":"pg_class"'), 'the database has no pg_class'],
      [text.replace('"guest_name"', '"guest_nome"'), 'the database has no bookings.guest_nome'],
      [text.replace(/("table":"bookings","columns":\["id",)/, '$1"id",'), 'a row fits no table'],
    ]
    for (const [content, words] of changed) {
      await writeFile(file, content)
      const refused = restoreDump(database().db, file)
      await expect(refused, words).rejects.toThrow(RestoreRefused)
      await expect(refused).rejects.toThrow(words)
      expect(await everything()).toEqual([])
    }
    await expect(restoreDump(database().db, path.join(folder, 'none'))).rejects.toThrow('There is no file')
  })
})
