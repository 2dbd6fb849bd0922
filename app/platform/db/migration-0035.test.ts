import { expect, test } from 'vitest'
import { describeOnNewDatabases } from '#test/database.ts'
import { migrateUntil, migrationsFolder } from '#test/migrations.ts'
import { migrate } from './migrate.server.ts'

const HOME = '00000000-0000-4000-8000-000000000001'
const SEASON = '00000000-0000-4000-8000-000000000002'
const FEED = '00000000-0000-4000-8000-000000000004'
const STAY = '00000000-0000-4000-8000-000000000003'

describeOnNewDatabases('A database of before operators set prices, moved money, and invited cleaners', (database) => {
  const query = async (text: string) => (await database().pool.query(text)).rows

  async function makeOlderDatabase() {
    await query(`insert into site (brand, email) values ('Lit Windows', 'hello@stay.example')`)
    await query(`insert into properties (id, slug, name, title, description, location, address, property_type, bedrooms,
        bathrooms, max_guests, price_per_night) values ('${HOME}', 'cabin', 'Cabin', '', '', '', '', 'cabin', 5, 3, 14, 480)`)
    await query(`insert into seasons (id, property_id, name, starts_on, ends_on, minimum_stay)
        values ('${SEASON}', '${HOME}', 'Ski', '12-01', '03-31', 3)`)
    await query(`insert into calendar_feeds (id, property_id, address, label)
        values ('${FEED}', '${HOME}', 'https://example.com/a.ics', 'Airbnb')`)
    await query(`insert into nightly_rates (property_id, season_id, weekdays, price)
        values ('${HOME}', null, '{5,6}', 600), ('${HOME}', '${SEASON}', '{5,6}', 900)`)
    await query(`insert into audit (action, subject, subject_id, operator_name, after, happened_at)
        values ('booking.confirmed', 'booking', '${STAY}', 'mia', '"confirmed"', '2027-06-01')`)
    // In one transaction, at whose end the booking needs its changes and nights.
    await query(`
      insert into bookings (id, reference, property_id, guest_name, guest_email, check_in_date, check_out_date,
          number_of_guests, adults, total_amount, lines, status)
        values ('${STAY}', '7K3-M9Q', '${HOME}', 'Anna', 'a@example.com', '2027-10-01', '2027-10-04', 2, 2, 1000, '[]', 'confirmed');
      insert into booking_changes (booking_id, number, to_status, cause) values ('${STAY}', 1, 'confirmed', 'guest');
      insert into occupancies (property_id, nights, kind, booking_id, feed_id, event_key, dispute)
        values ('${HOME}', '[2027-10-01,2027-10-04)', 'booking', '${STAY}', null, null, null),
          ('${HOME}', '[2027-10-02,2027-10-03)', 'import', null, '${FEED}', 'e', 'told');
      insert into payments (booking_id, kind, amount, status, received) values ('${STAY}', 'deposit', 300, 'captured', 300)`)
  }

  test('keeps its prices, its payments, its conflicts, and who did what, and takes what is new', async () => {
    await migrateUntil(database(), '0035_history.sql')
    await makeOlderDatabase()

    expect((await migrate(database(), migrationsFolder))[0]).toBe('0035_history.sql')

    expect(await query('select price, from_date from nightly_rates order by price')).toEqual([
      { price: '600.00', from_date: null },
      { price: '900.00', from_date: null },
    ])
    expect(await query('select price_per_night, settled_questions from properties')).toEqual([
      { price_per_night: '480.00', settled_questions: [] },
    ])
    const rate = (from: string | null) =>
      query(`insert into nightly_rates (property_id, weekdays, price, from_date)
        values ('${HOME}', '{5,6}', 650, ${from === null ? 'null' : `'${from}'`})`)
    await rate('2028-01-01')
    for (const same of ['2028-01-01', null]) await expect(rate(same)).rejects.toThrow('nightly_rates')

    expect(await query('select operator_name, after, property_ids from audit')).toEqual([
      { operator_name: 'mia', after: 'confirmed', property_ids: [] },
    ])
    expect(
      await query('select kind, payments.status, received, home_ready_at, return_due from payments, bookings'),
    ).toEqual([{ kind: 'deposit', status: 'captured', received: '300.00', home_ready_at: null, return_due: '0.00' }])
    const [site] = await query('select decline_texts from site')
    expect(site.decline_texts).toHaveLength(3)
    const pay = (kind: string, status: string) =>
      query(`insert into payments (booking_id, kind, amount, status) values ('${STAY}', '${kind}', 10, '${status}')`)
    await expect(pay('deposit', 'waiting')).rejects.toThrow('payments_one_of_a_kind')
    await pay('difference', 'captured')
    await pay('difference', 'waiting')
    await expect(pay('difference', 'waiting')).rejects.toThrow('payments_one_open_difference')

    expect(await query(`select conflict_notice from occupancies where kind = 'import'`)).toEqual([
      { conflict_notice: 'sent' },
    ])
    await query(`update occupancies set conflict_notice = 'settled' where kind = 'import'`)
    await query(`insert into cleaner_links (name, secret_hash, created_at) values ('Maria', 'h', now())`)
    await expect(query(`update bookings set return_due = -1`)).rejects.toThrow('return_due')
  })
})
