import type pg from 'pg'

/** The first night of the two years; the benchmark's clock is set to it. */
export const FIRST_NIGHT = '2027-01-01'

const YEARS_AHEAD = 2

/** The nights of a slot. Its stay has so many nights at least, so many lengths, and so many days to begin on. */
const FORTNIGHT = { nights: 14, shortest: 3, lengths: 5, days: 7 }
/** Almost every night is taken. */
export const TWO_NIGHTS = { nights: 2, shortest: 1, lengths: 2, days: 1 }

type Filling = {
  properties: number
  bookingsEach: number
  firstNight?: string
  slot?: typeof FORTNIGHT
  /** By default, those of two years. */
  slots?: number
}

const slotsAhead = ({ nights }: typeof FORTNIGHT) => Math.floor((YEARS_AHEAD * 365) / nights)

/**
 * Fills an empty, migrated database with properties and with bookings spread over slots, none overlapping. They end two
 * years after the first night. Each property has two seasons, five rates, three taxes, five nights with their own price
 * and three blocked ones.
 */
export async function fillWithProperties(pool: pg.Pool, filling: Filling): Promise<void> {
  const { properties, firstNight = FIRST_NIGHT } = filling
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await makeProperties(client, properties, firstNight)
    // Row by row, the triggers and the two night indexes would take minutes. The constraint below checks all rows at once.
    await client.query('alter table occupancies disable trigger user; alter table bookings disable trigger user')
    await client.query('alter table occupancies drop constraint occupancies_no_overlap; drop index occupancies_nights')
    await makeBookings(client, { ...filling, firstNight })
    await client.query(`alter table occupancies add constraint occupancies_no_overlap
      exclude using gist (property_id with =, nights with &&) where (kind in ('hold', 'booking'))`)
    await client.query('create index occupancies_nights on occupancies using gist (property_id, nights)')
    await client.query('alter table occupancies enable trigger user; alter table bookings enable trigger user')
    await client.query('vacuum analyze')
  } finally {
    client.release(true)
  }
}

async function makeProperties(client: pg.PoolClient, properties: number, firstNight: string): Promise<void> {
  await client.query(
    `insert into properties (slug, name, title, description, location, address, property_type, bedrooms, bathrooms,
        max_guests, max_infants, max_pets, price_per_night, cleaning_fee, minimum_stay, status, time_zone, display_order)
      select 'home-' || i, 'Home ' || i, 'Home ' || i, 'A home', 'Somewhere', 'Somewhere', 'home', 3, 2,
        2 + i % 14, i % 4, i % 3, 200 + i % 700, 150, 1 + i % 3, 'published',
        (array['America/Denver', 'America/New_York'])[1 + i % 2], i
      from generate_series(1, $1::int) i`,
    [properties],
  )
  await client.query(`insert into seasons (property_id, name, starts_on, ends_on, minimum_stay)
    select properties.id, season.name, starts_on, ends_on, 3 from properties,
      (values ('Winter', '12-15', '04-10'), ('Summer', '05-22', '09-08')) season (name, starts_on, ends_on)`)
  await client.query(`insert into nightly_rates (property_id, season_id, weekdays, price)
    select property_id, seasons.id, weekdays, 400
      from seasons, (values ('{0,1,2,3,4}'::smallint[]), ('{5,6}'::smallint[])) d (weekdays)
    union all select id, null, '{5,6}', 500 from properties`)
  await client.query(`insert into taxes (property_id, name, rate, display_order)
    select id, 'Tax ' || i, i, i from properties, generate_series(1, 3) i`)
  await client.query(
    `insert into night_overrides (property_id, date, price_override)
      select id, $1::date + (display_order * 7 + i * 83) % 730, 999 from properties, generate_series(3, 7) i`,
    [firstNight],
  )
  await client.query(
    `insert into blocks (property_id, nights, kind)
      select id, daterange(first, first + 1), 'closed' from properties, generate_series(0, 2) i,
        lateral (select $1::date + (display_order * 7 + i * 83) % 730 as first) one_night`,
    [firstNight],
  )
}

/** The time is divided into slots. A property has at most one stay in each. */
async function makeBookings(client: pg.PoolClient, { bookingsEach, firstNight, slot = FORTNIGHT, slots }: Filling) {
  const ahead = slotsAhead(slot)
  const all = slots ?? ahead
  if (bookingsEach > all) throw new Error(`a property holds ${all} bookings at most`)
  // Slot by slot. The embedded database ends a statement that takes half a minute, as one for all did on a busy
  // machine.
  for (let number = 1; number <= bookingsEach; number += 1) {
    await client.query(
      `with stay as (
        insert into bookings (reference, property_id, guest_name, guest_email, check_in_date, check_out_date,
          number_of_guests, adults, total_amount, lines, status)
        select 'B-' || slot || '-' || display_order, id, 'Guest', 'guest@example.com', first, first + nights,
          2, 2, 1000, '[]', 'confirmed'
        from (select id, display_order, slot, ${slot.shortest} + (display_order * 3 + slot) % ${slot.lengths} as nights,
            $1::date + ((display_order * 37 + slot) % ${all} - ${all - ahead}) * ${slot.nights} + (display_order + slot) % ${slot.days} as first
          from properties, (values ($2::int)) one_slot (slot)) planned
        returning id, property_id, check_in_date, check_out_date)
      insert into occupancies (property_id, nights, kind, booking_id)
      select property_id, daterange(check_in_date, check_out_date), 'booking', id from stay`,
      [firstNight, number],
    )
  }
}
