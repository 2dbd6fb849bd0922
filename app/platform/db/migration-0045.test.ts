import { beforeEach, expect, test } from 'vitest'
import { describeBeforeMigration } from '#test/database.ts'
import { migrationsFolder } from '#test/migrations.ts'
import { migrate } from './migrate.server.ts'

const HOME = '00000000-0000-4000-8000-000000000001'
const uuid = (last: number) => `00000000-0000-4000-8000-0000000001${String(last).padStart(2, '0')}`
const [CARD, CHECK, BROKEN, FULL] = [1, 2, 3, 4].map(uuid) as [string, string, string, string]
const [CARD_PAID, FULL_PAID] = [11, 12].map(uuid) as [string, string]

describeBeforeMigration('0045_possible_ledger.sql', 'A ledger of before it had to be possible', (database) => {
  const query = async (text: string) => (await database().pool.query(text)).rows
  const valuesOf = async (text: string) => (await query(text)).map((row) => Object.values(row))

  /** A refund that a card refused and that was returned by hand. A check, a ledger below zero, and one without room. */
  async function makeOlderDatabase() {
    await query(`insert into properties (id, slug, name, title, description, location, address, property_type, bedrooms,
        bathrooms, max_guests, price_per_night) values ('${HOME}', 'cabin', 'Cabin', '', '', '', '', 'cabin', 5, 3, 14, 480)`)
    const stays = [CARD, CHECK, BROKEN, FULL]
      .map(
        (
          id,
          index,
        ) => `('${id}', 'AAA-AA${index}', '${HOME}', 'Ada', '', '2027-0${index + 1}-01', '2027-0${index + 1}-04', 2, 2, 500, '[]',
        'cancelled', 200)`,
      )
      .join(', ')
    const changes = [CARD, CHECK, BROKEN, FULL]
      .map(
        (id) =>
          `('${id}', 1, null, 'confirmed', 'guest', '2026-06-01'), ('${id}', 2, 'confirmed', 'cancelled', 'guest', '2026-07-01')`,
      )
      .join(', ')
    const undo = (due: number, elsewhere: number, stuck: string) =>
      `'{"amount": ${elsewhere}, "note": "", "undo": {"due": ${due}, "elsewhere": ${elsewhere}, "stuck": ${stuck}}}'`
    await query(`insert into bookings (id, reference, property_id, guest_name, guest_email, check_in_date, check_out_date,
          number_of_guests, adults, total_amount, lines, status, refund_amount) values ${stays};
      insert into booking_changes (booking_id, number, from_status, to_status, cause, changed_at) values ${changes};
      insert into payments (id, booking_id, kind, amount, status, received, refund_due, refund_failed) values
        ('${CARD_PAID}', '${CARD}', 'whole', 500, 'captured', 500, 0, true),
        ('${FULL_PAID}', '${FULL}', 'whole', 500, 'captured', 500, 400, true);
      insert into ledger (booking_id, kind, amount, note, operator_name, happened_at) values
        ('${CARD}', 'paid-elsewhere', 100, 'cash', 'mia', '2026-07-02'), ('${CARD}', 'paid-elsewhere', -300, 'wire', 'mia', '2026-07-03'),
        ('${CHECK}', 'paid-elsewhere', 500, 'check', 'mia', '2026-07-02'), ('${CHECK}', 'paid-elsewhere', -200, null, 'mia', '2026-07-03'),
        ('${BROKEN}', 'paid-elsewhere', 513.60, 'check', 'mia', '2026-07-02'),
        ('${BROKEN}', 'paid-elsewhere', -513.60, 'sorry', 'mia', '2026-07-03'),
        ('${BROKEN}', 'paid-elsewhere', -513.60, 'Recorded by mistake', 'mia', '2026-07-04'),
        ('${FULL}', 'paid-elsewhere', -200, 'wire', 'mia', '2026-07-03');
      insert into audit (action, subject, subject_id, after, happened_at) values
        ('booking.returned', 'booking', '${CARD}', ${undo(10_000, 30_000, `{"${CARD_PAID}": 20000}`)}, '2026-07-03'),
        ('booking.returned', 'booking', '${CHECK}', ${undo(20_000, 20_000, '{}')}, '2026-07-03'),
        ('booking.returned', 'booking', '${FULL}', ${undo(0, 20_000, `{"${FULL_PAID}": 20000}`)}, '2026-07-03')`)
  }
  beforeEach(async () => {
    await makeOlderDatabase()
    await migrate(database(), migrationsFolder)
  })
  const entries = (id: string) =>
    valuesOf(
      `select kind, amount, note, operator_name from ledger where booking_id = '${id}' order by happened_at, kind`,
    )

  test('keeps every cent: what was returned for a card stands with its payment, a check as it was', async () => {
    expect(await entries(CARD)).toEqual([
      ['paid-elsewhere', '100.00', 'cash', 'mia'],
      ['paid-elsewhere', '-100.00', 'wire', 'mia'],
      ['returned', '200.00', 'wire', 'mia'],
      ['charged', '500.00', null, null],
    ])
    expect(await valuesOf(`select refund_due, returned_by_hand from payments where id = '${CARD_PAID}'`)).toEqual([
      ['200.00', '200.00'],
    ])
    expect((await entries(CHECK)).map(([, amount]) => amount)).toEqual(['500.00', '-200.00'])
  })

  test('starts with a ledger that cannot be, keeps it in sight, and lets it be made right', async () => {
    const wrong = `select booking_id, sum(amount) from ledger where kind = 'paid-elsewhere' group by 1 having sum(amount) < 0
      order by 1`
    expect(await valuesOf(wrong)).toEqual([
      [BROKEN, '-513.60'],
      [FULL, '-200.00'],
    ])
    const add = (amount: number) =>
      query(
        `insert into ledger (booking_id, kind, amount, happened_at) values ('${BROKEN}', 'paid-elsewhere', ${amount}, now())`,
      )
    await expect(add(-1)).rejects.toMatchObject({ constraint: 'ledger_refund_limit' })
    await add(13.6)
    await add(500)
    await expect(add(-1)).rejects.toMatchObject({ constraint: 'ledger_refund_limit' })
  })
})
