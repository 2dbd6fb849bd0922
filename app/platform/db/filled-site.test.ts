import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { describeOnOwnDatabase } from '#test/database.ts'
import { migrationsFolder } from '#test/migrations.ts'
import { migrate, OldMigrationsError } from './migrate.server.ts'

const BASELINE = '0125_baseline.sql'
/** The names of the migrations that the baseline stands for, and rows of a demo in which everything was tried. */
const FILLED = path.resolve(import.meta.dirname, '../../../test/filled-site-0125.sql')

describeOnOwnDatabase('A site of before the baseline', (database) => {
  const query = async (text: string) => (await database().pool.query(text)).rows
  const namesOf = async () => (await query('select name from schema_migrations order by name')).map(({ name }) => name)
  let later: string[]

  beforeAll(async () => {
    const files = (await readdir(migrationsFolder)).sort()
    later = files.filter((name) => name > BASELINE)
    await query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public')
    await migrate(database(), migrationsFolder, { only: [BASELINE] })
    // As a replica, so that no trigger changes or refuses an earlier row.
    const rows = await readFile(FILLED, 'utf8')
    await query(`begin; set local session_replication_role = replica; delete from schema_migrations; ${rows} commit`)
    await query(`insert into audit (action, subject, subject_id, before, after, happened_at) values
      ('site.home-changed', 'site', '1', '{"searchHeading": "Find", "yeti": {"one": "bear"}}', '{"searchHeading": "Look"}', '2026-11-01Z'),
      ('booking.moved', 'booking', '1', '{"home": "Cabin", "undo": {"was": {"homeReadyAt": null}}}', '{"home": "Lodge"}', '2026-11-02Z'),
      ('home.photos-changed', 'property', '1', '{"photo": "a"}', '["home"]', '2026-11-03Z'),
      ('homes.reordered', 'property', '1', null, null, '2026-11-04Z'),
      ('owner-home.cleaner-pay-changed', 'owner', '1', '{"homes": ["1"]}', null, '2026-11-05Z'),
      ('content.changed', 'property', '1', '{"host": {"photo": "a"}}', '{"host": {"about": "b"}}', '2026-11-05 12:00Z')`)
    await query(`update tax_filings set entries = '[{"home": "Cabin", "nights": 2}]',
      figures = '{"taxes": [], "adjustments": [{"home": "Cabin"}, {"home": "Lodge"}]}'`)
    await query(
      `update owner_statements set figures = '{"homes": [{"id": "1"}], "stays": [{"home": "Cabin"}], "costs": []}'`,
    )
    await query(`update properties set host = '{"photo": "/objects/host.jpg"}' where slug = 'home-1'`)
    await query(`update import_files set choices = choices || '{"columns": ["", "home", "guest"]}'`)
  })

  test('is refused if it is older, and stays as it is', async () => {
    const [removed] = await query(
      `delete from schema_migrations where name = '0125_prices_of_nights.sql' returning schema_migrations::text as row`,
    )
    const before = await namesOf()
    const refused = migrate(database(), migrationsFolder)
    await expect(refused).rejects.toThrow(OldMigrationsError)
    await expect(refused).rejects.toThrow(
      'This database was made by an older version of the site. First start the last version that has db/migrations/0125_prices_of_nights.sql: see docs/upgrading.md.',
    )
    expect(await namesOf()).toEqual(before)
    await database().pool.query('insert into schema_migrations select ($1::schema_migrations).*', [removed?.row])
  })

  test('goes on from it with all that it has, once', async () => {
    const count = `select (select count(*)::int from properties) as properties, (select count(*)::int from bookings) as bookings,
      (select count(*)::int from occupancies) as nights, (select count(*)::int from booking_versions) as versions,
      (select sum(total_amount) from bookings) as total, (select count(*)::int from staycation_entries) as entries`
    const before = await query(count)
    expect(before).toMatchObject([{ properties: 5, bookings: 13, nights: 14, versions: 9, entries: 1 }])
    const ran = await Promise.all([1, 2].map(() => migrate(database(), migrationsFolder)))
    expect(ran.flat()).toEqual(later)
    expect(await namesOf()).toEqual([BASELINE, ...later])
    expect(await query(count)).toEqual(before)
    expect(await migrate(database(), migrationsFolder)).toEqual([])
  })

  test('calls what guests go home with their gift, also where History has it', async () => {
    const [site] = await query(
      `select content #>> '{home,gift,one}' as one, content -> 'home' ? 'yeti' as old from site`,
    )
    expect(site).toEqual({ one: 'yeti', old: false })
    const [change] = await query(`select before, after from audit where action = 'site.home-changed'`)
    expect(change).toEqual({
      before: { searchHeading: 'Find', gift: { one: 'bear' } },
      after: { searchHeading: 'Look' },
    })
  })

  test('calls its properties and images so in what it stored', async () => {
    expect(
      await query(
        `select action, before, after from audit where happened_at between '2026-11-02' and '2026-11-06' order by happened_at`,
      ),
    ).toEqual([
      {
        action: 'booking.moved',
        before: { property: 'Cabin', undo: { was: { propertyReadyAt: null } } },
        after: { property: 'Lodge' },
      },
      { action: 'property.images-changed', before: { image: 'a' }, after: ['home'] },
      { action: 'properties.reordered', before: null, after: null },
      { action: 'owner-property.cleaner-pay-changed', before: { properties: ['1'] }, after: null },
      { action: 'content.changed', before: { host: { image: 'a' } }, after: { host: { about: 'b' } } },
    ])
    expect(await query('select entries, figures from tax_filings')).toEqual([
      {
        entries: [{ property: 'Cabin', nights: 2 }],
        figures: { taxes: [], adjustments: [{ property: 'Cabin' }, { property: 'Lodge' }] },
      },
    ])
    expect(await query(`select figures from owner_statements`)).toEqual([
      { figures: { properties: [{ id: '1' }], stays: [{ property: 'Cabin' }], costs: [] } },
    ])
    expect(await query(`select host from properties where slug = 'home-1'`)).toEqual([
      { host: { image: '/objects/host.jpg' } },
    ])
    expect(await query('select choices from import_files')).toMatchObject([
      { choices: { columns: ['', 'property', 'guest'], property: '', properties: {} } },
    ])
  })
})
