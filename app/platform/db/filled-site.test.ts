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
      ('content.changed', 'property', '1', '{"host": {"photo": "a"}}', '{"host": {"about": "b"}}', '2026-11-05 12:00Z'),
      ('journal.taken-back', 'post', '1', null, null, '2026-11-06 01:00Z'),
      ('prices.changed', 'property', '1', '{"taxes": [{"name": "\\"firstNights\\":", "firstNights": 3, "notFromNights": null}]}', null, '2026-11-06 02:00Z'),
      ('owner.changed', 'owner', '1', '{"unpaidWaits": true, "undo": {"was": {"unpaidWaits": false}}}', null, '2026-11-06 03:00Z'),
      ('review.changed', 'booking', '1', '{"withheldFor": null}', '{"withheldFor": "unlawful"}', '2026-11-06 04:00Z'),
      ('calendar.choice', 'feed', '1', '{"events": 1}', '{"takesFree": true, "opensWindow": false}', '2026-11-06 05:00Z'),
      ('owner.added', 'owner', '1', null, '{"getsCleaning": true, "getsFees": false}', '2026-11-07 01:00Z'),
      ('prices.changed', 'property', '1', '{"settledQuestions": ["no-tax"]}', null, '2026-11-07 02:00Z'),
      ('accounts.changed', 'accounts', 'accounts', '{"kept": "Kept"}', '{"kept": "4900"}', '2026-11-07 03:00Z'),
      ('payout.settled', 'payout', '1', null, '{"note": "Mine"}', '2026-11-07 04:00Z')`)
    await query(`insert into account_names (account, name) values ('kept', '4900 Kept')`)
    await query(`update owners set gets_cleaning = true`)
    await query(`update stay_messages set empty_blanks = '{door code}', sent_at = null`)
    await query(`update payments set status = 'captured', intent_id = 'pi_1', received = 500, refund_due = 200, tries = 2,
      refund_tries = 3, returned_by_hand = 150, refund_failed = true`)
    await query(`insert into ledger (booking_id, payment_id, kind, amount, happened_at)
      select booking_id, id, 'returned', 150, '2027-06-02' from payments`)
    await query(
      `insert into ledger (booking_id, kind, amount, happened_at) select booking_id, 'kept', 300, '2027-06-03' from payments`,
    )
    await query(`update owners set unpaid_waits = true, taken_back = '{2027-05-01}'`)
    await query(
      `update calendar_feeds set claim = 7, takes_free = true, marked_free = 2, unread = '{Event 1: its start}'`,
    )
    await query(`update tax_filings set entries = '[{"home": "Cabin", "nights": 2}]',
      figures = '{"taxes": [], "adjustments": [{"home": "Cabin"}, {"home": "Lodge"}]}'`)
    await query(
      `update owner_statements set figures = '{"homes": [{"id": "1"}], "stays": [{"home": "Cabin"}], "costs": [], "changes": [], "sums": {"payout": 1}, "terms": {"unpaidWaits": true, "getsCleaning": true, "getsFees": false}}'`,
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
    expect(ran.flat().toSorted()).toEqual(later)
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
      {
        figures: {
          properties: [{ id: '1' }],
          stays: [{ property: 'Cabin', platformCommission: 0 }],
          changes: [],
          sums: { payout: 1, platformCommission: 0 },
          costs: [],
          terms: { paidStaysOnly: true, receivesCleaningFee: true, receivesOtherFees: false },
        },
      },
    ])
    expect(await query(`select host from properties where slug = 'home-1'`)).toEqual([
      { host: { image: '/objects/host.jpg' } },
    ])
    expect(await query('select choices from import_files')).toMatchObject([
      { choices: { columns: ['', 'property', 'guest'], property: '', properties: {} } },
    ])
  })

  test('has standard names for its columns, and for their values in History', async () => {
    expect(
      await query(`select action, before, after from audit where happened_at > '2026-11-06' and happened_at < '2026-11-07'
        order by happened_at`),
    ).toEqual([
      { action: 'journal.unpublished', before: null, after: null },
      {
        action: 'prices.changed',
        before: { taxes: [{ name: '"firstNights":', taxedNights: 3, exemptFromNights: null }] },
        after: null,
      },
      {
        action: 'owner.changed',
        before: { paidStaysOnly: true, undo: { was: { paidStaysOnly: false } } },
        after: null,
      },
      { action: 'review.changed', before: { withheldReason: null }, after: { withheldReason: 'unlawful' } },
      {
        action: 'calendar.choice',
        before: { events: 1 },
        after: { blocksFreeEvents: true, ignoresBookingWindow: false },
      },
    ])
    expect(await query('select paid_stays_only, withdrawn_months from owners')).toEqual([
      { paid_stays_only: true, withdrawn_months: ['2027-05-01'] },
    ])
    expect(
      await query('select sync_number, blocks_free_events, free_events, parse_errors from calendar_feeds'),
    ).toEqual([{ sync_number: 7, blocks_free_events: true, free_events: 2, parse_errors: ['Event 1: its start'] }])
    expect(await query('select count(*)::int as states from payout_sync_state where synced_at is not null')).toEqual([
      { states: 1 },
    ])
    const earlier =
      '(kept_by_hand|takes_free|opens_window|asked_at|taken_back|payout_reads|withheld_for|first_nights|gets_|refund_tries|payments_tries|by_hand|settle|blanks)'
    expect(await query(`select conname from pg_constraint where conname ~ '${earlier}'`)).toEqual([])
  })

  test('has standard names for its movements of money, whose sums stay', async () => {
    expect(
      await query(`select action, before, after from audit where happened_at > '2026-11-07' and happened_at < '2026-11-08'
        order by happened_at`),
    ).toEqual([
      { action: 'owner.added', before: null, after: { receivesCleaningFee: true, receivesOtherFees: false } },
      { action: 'prices.changed', before: { answeredQuestions: ['no-tax'] }, after: null },
      { action: 'accounts.changed', before: { retained: 'Kept' }, after: { retained: '4900' } },
      { action: 'payout.resolved', before: null, after: { note: 'Mine' } },
    ])
    expect(await query('select account, name from account_names order by account')).toEqual([
      { account: 'rent', name: '4000 Rent' },
      { account: 'retained', name: '4900 Kept' },
    ])
    expect(await query('select kind, amount from ledger order by kind')).toEqual([
      { kind: 'charged', amount: '500.00' },
      { kind: 'paid-elsewhere', amount: '10.00' },
      { kind: 'refunded-elsewhere', amount: '150.00' },
      { kind: 'retained', amount: '300.00' },
    ])
    expect(
      await query(`select attempts, refund_attempts, refunded_elsewhere, paid_of_payment(payments) as paid,
        refused_of_payment(payments) as refused from payments`),
    ).toEqual([{ attempts: 2, refund_attempts: 3, refunded_elsewhere: '150.00', paid: '300.00', refused: '50.00' }])
    expect(await query('select missing_values from stay_messages')).toEqual([{ missing_values: ['door code'] }])
    // It is still refused to give back more than was charged.
    await expect(
      query(`insert into ledger (booking_id, payment_id, kind, amount, happened_at)
        select booking_id, id, 'refunded-elsewhere', 400, now() from payments`),
    ).rejects.toThrow('more of a booking would be returned than was paid')
  })
})
