import { expect, test } from 'vitest'
import { describeOnNewDatabases } from '#test/database.ts'
import { migrateUntil, migrationsFolder } from '#test/migrations.ts'
import { migrate } from './migrate.server.ts'

const HOME = '00000000-0000-4000-8000-000000000001'
const STAY = '00000000-0000-4000-8000-000000000003'

describeOnNewDatabases('A database of before bookings by hand', (database) => {
  const query = async (text: string) => (await database().pool.query(text)).rows

  test('keeps its payments, one of a kind for each booking, and gets texts to decline with', async () => {
    await migrateUntil(database(), '0038_bookings_by_hand.sql')
    await query(`insert into site (brand, email) values ('Lit Windows', 'hello@stay.example')`)
    await query(`insert into properties (id, slug, name, title, description, location, address, property_type, bedrooms,
        bathrooms, max_guests) values ('${HOME}', 'cabin', 'Cabin', '', '', '', '', 'cabin', 5, 3, 14)`)
    // In one transaction, at whose end the booking needs its changes and nights.
    await query(`
      insert into bookings (id, reference, property_id, guest_name, guest_email, check_in_date, check_out_date,
          number_of_guests, adults, total_amount, lines, status)
        values ('${STAY}', '7K3-M9Q', '${HOME}', 'Anna', 'a@example.com', '2027-10-01', '2027-10-04', 2, 2, 1000, '[]', 'confirmed');
      insert into booking_changes (booking_id, number, to_status, cause) values ('${STAY}', 1, 'confirmed', 'guest');
      insert into occupancies (property_id, nights, kind, booking_id)
        values ('${HOME}', '[2027-10-01,2027-10-04)', 'booking', '${STAY}');
      insert into payments (booking_id, kind, amount, status, received) values ('${STAY}', 'deposit', 300, 'captured', 300)`)

    expect((await migrate(database(), migrationsFolder))[0]).toBe('0038_bookings_by_hand.sql')

    expect(await query('select kind, payments.status, received, home_ready_at from payments, bookings')).toEqual([
      { kind: 'deposit', status: 'captured', received: '300.00', home_ready_at: null },
    ])
    const [site] = await query('select decline_texts from site')
    expect(site.decline_texts).toHaveLength(3)
    const pay = (kind: string, status: string) =>
      query(`insert into payments (booking_id, kind, amount, status) values ('${STAY}', '${kind}', 10, '${status}')`)
    await expect(pay('deposit', 'waiting')).rejects.toThrow('payments_one_of_a_kind')
    await pay('difference', 'captured')
    await pay('difference', 'waiting')
    await expect(pay('difference', 'waiting')).rejects.toThrow('payments_one_open_difference')
  })
})
