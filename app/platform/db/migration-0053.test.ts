import { beforeEach, expect, test } from 'vitest'
import { describeBeforeMigration } from '#test/database.ts'
import { migrationsFolder } from '#test/migrations.ts'
import { migrate } from './migrate.server.ts'

const HOME = '00000000-0000-4000-8000-000000000001'
const STAY = '00000000-0000-4000-8000-000000000002'
const FEED = '00000000-0000-4000-8000-000000000003'
const PAYMENT = '00000000-0000-4000-8000-000000000004'
const CAMPAIGN = '00000000-0000-4000-8000-000000000005'

const OLD_NAMES =
  'leftovers|sweep_after|_turn_|told|dispute|licence|place_check|says_something|willing|what_they_may|may_become|tell|those_of|has_its|have_their|match_their|write_the|stays_possible|keep_the|price_is|draw_is|draw_lines_are|are_frozen|booking_changes_possible'

describeBeforeMigration('0053_database_names.sql', 'A database of before its names followed the code', (database) => {
  const query = async (text: string) => (await database().pool.query(text)).rows
  const map = (center: 'center' | 'centre') =>
    `{"lead": "A lake", "surroundings": {"text": "Shore", "${center}": [34.8, -82.9]}}`

  beforeEach(async () => {
    await query(`insert into site (brand, email) values ('Lit Windows', 'hello@stay.example');
      insert into legal_documents (kind, version, title, body, effective_on) values
        ('terms', '1', 'Terms', '{"lead": "", "sections": []}', '2026-01-01'),
        ('terms', '2', 'Terms', '{"lead": "", "sections": []}', '2026-02-01');
      insert into properties (id, slug, name, title, description, location, address, property_type, bedrooms, bathrooms,
          max_guests, price_per_night, price_confirmed, licence_number, presentation)
        values ('${HOME}', 'cabin', 'Cabin', '', '', '', '', 'cabin', 5, 3, 14, 480, false, 'STR-1', '${map('centre')}');
      update properties set presentation = presentation || '{"lead": "The lake"}', licence_number = 'STR-2'`)
    await query(`insert into calendar_feeds (id, property_id, address, label, turn, failing_since, last_error, told_at)
        values ('${FEED}', '${HOME}', 'https://example.com/a.ics', 'Airbnb', 7, '2026-12-31', 'Gone', '2027-01-01');
      insert into storage_leftovers (key, sweep_after) values ('uploads/a', '2027-01-01');
      insert into newsletter_subscriptions (email, is_active) values ('ada@example.com', false);
      insert into email_logs ("to", template, subject, payload, status)
        values ('hello@stay.example', 'nights-disputed', 'Booked twice?', '{}', 'sent');
      insert into campaigns (id, name, sponsor, opens_at, closes_at, time_zone, prize, retail_value, eligibility, odds,
          free_entry_method, winner_selection, rules_version)
        values ('${CAMPAIGN}', 'Win', 'Us', now(), now() + interval '1 day', 'UTC', 'A stay', 1, '', '', '', '', '1');
      insert into giveaway_draws (id, campaign_id, list_digest, lines, tickets, seed_source, frozen_at)
        values ('${CAMPAIGN}', '${CAMPAIGN}', '${'a'.repeat(64)}', 1, 1, 'Lottery', now());
      insert into giveaway_draw_lines (draw_id, line, code, entries) values ('${CAMPAIGN}', 1, '${'b'.repeat(64)}', 1)`)
    // In one transaction, at whose end the booking needs its changes and nights.
    await query(`
      insert into bookings (id, reference, property_id, guest_name, guest_email, check_in_date, check_out_date,
          number_of_guests, adults, total_amount, lines, status)
        values ('${STAY}', '7K3-M9Q', '${HOME}', 'Ada', 'ada@example.com', '2027-10-01', '2027-10-04', 2, 2, 500, '[]', 'confirmed');
      insert into booking_changes (booking_id, number, to_status, cause) values ('${STAY}', 1, 'confirmed', 'guest');
      insert into occupancies (property_id, nights, kind, booking_id, feed_id, event_key, dispute) values
        ('${HOME}', '[2027-10-01,2027-10-04)', 'booking', '${STAY}', null, null, null),
        ('${HOME}', '[2027-10-02,2027-10-03)', 'import', null, '${FEED}', 'a', 'told'),
        ('${HOME}', '[2027-10-03,2027-10-04)', 'import', null, '${FEED}', 'b', 'settled');
      insert into payments (id, booking_id, kind, amount, status, received) values
        ('${PAYMENT}', '${STAY}', 'whole', 500, 'captured', 500)`)
    await migrate(database(), migrationsFolder)
  })

  test('keeps everything under the new names', async () => {
    expect(await query('select license_number, price_confirmed, presentation from properties')).toEqual([
      {
        license_number: 'STR-2',
        price_confirmed: false,
        presentation: { ...JSON.parse(map('center')), lead: 'The lake' },
      },
    ])
    expect(
      await query(`select record, content ->> 'license_number' number, content ? 'licence_number' old,
        coalesce(content -> 'presentation', content) #> '{surroundings}' map from record_versions order by record`),
    ).toEqual([
      { record: 'properties', number: 'STR-1', old: false, map: JSON.parse(map('center')).surroundings },
      { record: 'properties.presentation', number: null, old: false, map: JSON.parse(map('center')).surroundings },
    ])
    expect(await query('select claim, notified_at is not null as notified from calendar_feeds')).toEqual([
      { claim: 7, notified: true },
    ])
    expect(await query('select key, delete_after is not null as due from storage_orphans')).toEqual([
      { key: 'uploads/a', due: true },
    ])
    expect(
      await query(`select event_key, conflict_notice from occupancies where kind = 'import' order by event_key`),
    ).toEqual([
      { event_key: 'a', conflict_notice: 'sent' },
      { event_key: 'b', conflict_notice: 'settled' },
    ])
    expect(await query('select template from email_logs')).toEqual([{ template: 'calendar-conflict' }])
  })

  test('still refuses what it refused, under names that say what is checked', async () => {
    const refused: [string, string][] = [
      [`update bookings set status = 'pending'`, 'bookings_status_transition'],
      [
        `insert into booking_changes (booking_id, number, from_status, to_status, cause) values ('${STAY}', 2, 'declined', 'pending', 'guest')`,
        'booking_changes_status_transition',
      ],
      [
        `update bookings set status = 'cancelled'; delete from occupancies where booking_id is not null`,
        'bookings_match_changes',
      ],
      [`delete from booking_changes`, 'bookings_match_changes'],
      [`delete from occupancies where booking_id is not null`, 'bookings_match_occupancy'],
      [`update bookings set check_out_date = '2027-10-05'`, 'bookings_match_occupancy'],
      [
        `insert into ledger (booking_id, kind, amount, happened_at) values ('${STAY}', 'paid-elsewhere', -1, now())`,
        'ledger_refund_limit',
      ],
      [`update newsletter_subscriptions set is_active = true`, 'newsletter_active_only_if_confirmed'],
      [`insert into night_overrides (property_id, date) values ('${HOME}', '2028-04-01')`, 'night_overrides_not_empty'],
      [`update properties set theme = 'desert'`, 'properties_theme_check'],
      [`update occupancies set conflict_notice = 'told' where kind = 'import'`, 'occupancies_conflict_notice_check'],
    ]
    for (const [change, constraint] of refused) await expect(query(change)).rejects.toMatchObject({ constraint })
    await expect(query(`update giveaway_draws set lines = 2`)).rejects.toThrow('published draw')
    await expect(query(`update giveaway_draw_lines set entries = 2`)).rejects.toThrow('published list')
    await expect(
      query(`insert into staycation_entries (campaign_id, email, full_name, state, zip_code, rules_version)
        values ('${CAMPAIGN}', 'ada@example.com', 'Ada', 'SC', '29676', '1')`),
    ).rejects.toThrow('frozen')
  })

  test('still writes what it wrote', async () => {
    await query(`update site set brand = 'Powder'; update properties set price_per_night = 500;
      update payments set refund_due = 100, refunded = 100`)
    expect(await query('select version, brand from legal_documents order by version')).toEqual([
      { version: '1', brand: 'Lit Windows' },
      { version: '2', brand: null },
    ])
    expect(await query('select price_confirmed from properties')).toEqual([{ price_confirmed: true }])
    expect(await query('select kind, amount from ledger order by happened_at, kind')).toEqual([
      { kind: 'charged', amount: '500.00' },
      { kind: 'refunded', amount: '100.00' },
    ])
    expect(await query(`select from record_versions where record = 'properties'`)).toHaveLength(2)
  })

  test('has none of the earlier names left', async () => {
    const names = await query(`select name from (
        select proname || ' ' || prosrc as name from pg_proc
          where pronamespace = 'public'::regnamespace and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
        union all select tgname from pg_trigger
        union all select conname from pg_constraint where connamespace = 'public'::regnamespace
        union all select relname || '.' || attname from pg_attribute join pg_class on pg_class.oid = attrelid
          where relnamespace = 'public'::regnamespace) known
      where name ~ '${OLD_NAMES}'`)
    expect(names).toEqual([])
  })
})
