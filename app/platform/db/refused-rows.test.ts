import { beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '#test/database.ts'
import { makeBooking, makeImport, makePayment, makeProperty } from '#test/factories.ts'

const GIVEAWAY = '00000000-0000-4000-8000-000000000001'

describeOnBothDatabases('The database itself refuses', (database) => {
  const query = (text: string) => database().pool.query(text)
  let property: string
  let stay: string

  beforeEach(async () => {
    const { db } = database()
    property = await makeProperty(db)
    stay = await makeBooking(db, property, { from: '2027-10-01', to: '2027-10-04' }, { status: 'confirmed' })
    await makePayment(db, stay)
    await makeImport(db, property, { from: '2027-10-02', to: '2027-10-03' })
    await query(
      `insert into blocks (property_id, nights, kind) values ('${property}', '[2027-11-02,2027-11-04)', 'closed')`,
    )
    await query(`insert into newsletter_subscriptions (email) values ('ada@example.com');
      insert into campaigns (id, name, sponsor, opens_at, closes_at, time_zone, prize, retail_value, eligibility, odds,
          free_entry_method, winner_selection, rules_version, bonus_per_channel, maximum_bonus, channels)
        values ('${GIVEAWAY}', 'Win', 'Us', now(), now() + interval '1 day', 'UTC', 'A stay', 1, '', '', '', '', '1', 1, 1, '{x}');
      insert into giveaway_draws (id, campaign_id, list_digest, lines, tickets, seed_source, frozen_at)
        values ('${GIVEAWAY}', '${GIVEAWAY}', '${'a'.repeat(64)}', 1, 1, 'Lottery', now());
      insert into giveaway_draw_lines (draw_id, line, code, entries) values ('${GIVEAWAY}', 1, '${'b'.repeat(64)}', 1)`)
  })

  test.each([
    ['a status that cannot follow', `update bookings set status = 'pending'`, 'bookings_status_transition'],
    [
      'a change that cannot be',
      `insert into booking_changes (booking_id, number, from_status, to_status, cause) values ('STAY', 2, 'declined', 'pending', 'guest')`,
      'booking_changes_status_transition',
    ],
    [
      'a status without its change',
      `update bookings set status = 'cancelled'; delete from occupancies where booking_id is not null`,
      'bookings_match_changes',
    ],
    ['a stay without its changes', 'delete from booking_changes', 'bookings_match_changes'],
    ['a stay without its nights', 'delete from occupancies where booking_id is not null', 'bookings_match_occupancy'],
    ['a stay with other nights', `update bookings set check_out_date = '2027-10-05'`, 'bookings_match_occupancy'],
    [
      'more returned than paid',
      `insert into ledger (booking_id, kind, amount, happened_at) values ('STAY', 'paid-elsewhere', -1, now())`,
      'ledger_refund_limit',
    ],
    ['a return below zero', 'update bookings set return_due = -1', 'bookings_return_due_check'],
    [
      'a reader who confirmed nothing',
      'update newsletter_subscriptions set is_active = true',
      'newsletter_active_only_if_confirmed',
    ],
    [
      'a night that says nothing',
      `insert into night_overrides (property_id, date) values ('HOME', '2028-04-01')`,
      'night_overrides_not_empty',
    ],
    [
      'a block on a block',
      `insert into blocks (property_id, nights, kind) values ('HOME', '[2027-11-03,2027-11-12)', 'owner')`,
      'blocks_do_not_overlap',
    ],
    ['a theme that is none', `update properties set theme = 'desert'`, 'properties_theme_check'],
    [
      'an unknown word for a conflict',
      `update occupancies set conflict_notice = 'told' where kind = 'import'`,
      'occupancies_conflict_notice_check',
    ],
    ['a misspelled fact', `update properties set facts = '{"wify": {}}'`, 'properties_facts_shape'],
    [
      'words of another shape',
      `update properties set presentation = '{"questions": {}}'`,
      'properties_presentation_shape',
    ],
    ['a host of another shape', `update properties set host = '{"phone": 1}'`, 'properties_host_shape'],
    [
      'terms of another shape',
      `update bookings set cancellation_policy = '{"days": 30}'`,
      'bookings_cancellation_policy_shape',
    ],
    [
      'beds of another shape',
      `insert into rooms (property_id, name, beds) values ('HOME', 'Loft', '5')`,
      'rooms_beds_shape',
    ],
  ])('%s', async (_, change, constraint) => {
    await expect(query(change.replace('STAY', stay).replace('HOME', property))).rejects.toMatchObject({ constraint })
  })

  test.each([
    `insert into taxes (property_id, name, rate) values (HOME, 'Again', 5)`,
    `insert into fees (property_id, kind, label, amount) values (HOME, 'pet', 'Again', 150)`,
    `insert into seasons (property_id, name, starts_on, ends_on, minimum_stay) values (HOME, 'Again', '07-01', '07-31', 7)`,
    `insert into nightly_rates (property_id, weekdays, price) values (HOME, '{1}', 590)`,
    `insert into nightly_rates (property_id, weekdays, price, from_date) values (HOME, '{1}', 590, '2028-01-01')`,
    `insert into arrival_minimums (property_id, weekdays, minimum_stay) values (HOME, '{5}', 5)`,
  ])('a price or rule of a home that is entered twice: %s', async (text) => {
    const enter = () => query(text.replace('HOME', `'${property}'`))
    await enter()
    await expect(enter()).rejects.toMatchObject({ code: '23505' })
  })

  test('a second payment of a kind, and two differences that are open, but not two that were paid', async () => {
    const pay = (kind: string, status: string) =>
      query(`insert into payments (booking_id, kind, amount, status) values ('${stay}', '${kind}', 10, '${status}')`)
    await expect(pay('whole', 'waiting')).rejects.toThrow('payments_one_of_a_kind')
    await pay('difference', 'captured')
    await pay('difference', 'captured')
    await pay('difference', 'waiting')
    await expect(pay('difference', 'waiting')).rejects.toThrow('payments_one_open_difference')
  })

  test('a change of what was published of a draw, and an entry after it', async () => {
    await expect(query('update giveaway_draws set lines = 2')).rejects.toThrow('published draw')
    await expect(query('update giveaway_draw_lines set entries = 2')).rejects.toThrow('published list')
    await expect(
      query(`insert into staycation_entries (campaign_id, email, full_name, phone, state, zip_code, rules_version)
        values ('${GIVEAWAY}', 'ada@example.com', 'Ada', '1', 'SC', '29676', '1')`),
    ).rejects.toThrow('frozen')
  })

  test('no visits, which take no nights, and no change of another column beside a value of a wrong shape', async () => {
    const visit = `insert into blocks (property_id, nights, kind) values ('${property}', '[2027-11-03,2027-11-12)', 'visit')`
    await query(`${visit}; ${visit}`)
    await query(`begin; set local site.restoring = 'on'; update properties set presentation = '{"lead": 5}';
      update bookings set cancellation_policy = '{"days": 30}'; commit`)
    await query(`update properties set name = 'Another'; update bookings set guest_name = 'Grace'`)
  })
})
