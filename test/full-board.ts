import type pg from 'pg'
import { addDays, type IsoDate } from '#app/shared/dates.ts'

const NAMES = [
  'Aspen Lodge',
  'Birch House',
  'Cedar Cabin at the Far End of Whitewater Falls Road',
  'Dogwood Cottage',
  'Elk Ridge',
]
const GUESTS = [
  'Ada Winters',
  'Bartholomew Featherstonehaugh-Cholmondeley',
  'Cleo Park',
  'Dana Whitlock',
  'Émile Zola',
  'Fay Wu',
  'Gus Ortiz',
]
const SLOT = 6
const SLOTS = 121

/**
 * A full board. It has 20 homes with about 2,000 bookings over 24 months from `today` on. It also has imported nights,
 * blocks of each kind, holds, own prices, and one conflict.
 */
export async function fillBoard(pool: pg.Pool, today: IsoDate): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await fillProperties(client, today)
    await fillStays(client, addDays(today, -8))
    await fillRest(client, today)
    await client.query('commit')
    await client.query('analyze')
  } finally {
    client.release()
  }
}

async function fillProperties(client: pg.PoolClient, today: IsoDate): Promise<void> {
  await client.query(
    `insert into properties (slug, name, title, description, location, address, property_type, bedrooms, bathrooms, max_guests,
        max_infants, max_pets, price_per_night, cleaning_fee, minimum_stay, status, time_zone, display_order)
      select 'board-' || i, ($1::text[])[1 + i % cardinality($1::text[])] || ' ' || i, 'Home ' || i, 'A sample home',
        (array['Steamboat Springs, Colorado', 'Lake Keowee, South Carolina'])[1 + i % 2], 'Sample', 'home', 3, 2, 12, 2, 2,
        240 + i * 60, 150, 1 + i % 3, 'published', (array['America/Denver', 'America/New_York'])[1 + i % 2], 100 + i
      from generate_series(1, 20) i`,
    [NAMES],
  )
  await client.query(`insert into seasons (property_id, name, starts_on, ends_on, minimum_stay)
    select id, 'Winter', '12-15', '04-10', 4 from properties where slug like 'board-%'`)
  await client.query(`insert into nightly_rates (property_id, season_id, weekdays, price)
    select property_id, seasons.id, '{5,6}'::smallint[], 1240 from seasons join properties on properties.id = property_id where slug like 'board-%'
    union all select id, null, '{5,6}'::smallint[], price_per_night + 90 from properties where slug like 'board-%'`)
  await client.query(
    `insert into night_overrides (property_id, date, price_override, minimum_stay)
      select id, $1::date + i * 9 + display_order % 9, 333, 2 from properties, generate_series(0, 80) i where slug like 'board-%'`,
    [today],
  )
}

/** Each home has slots of six nights; five of six have a stay of three to five nights. */
async function fillStays(client: pg.PoolClient, first: IsoDate): Promise<void> {
  await client.query(
    `with planned as (
        select id as property, display_order as i, slot, $1::date + slot * ${SLOT} + (display_order + slot) % 2 as arrival
          from properties, generate_series(0, ${SLOTS - 1}) slot
          where slug like 'board-%' and (display_order * 5 + slot) % 6 <> 0),
      booked as (
        insert into bookings (reference, property_id, guest_name, guest_email, guest_phone, check_in_date, check_out_date,
          number_of_guests, adults, children, pets, total_amount, lines, status, source)
        select 'B' || i || '-' || lpad(slot::text, 3, '0'), property, ($2::text[])[1 + (i + slot * 3) % cardinality($2::text[])],
          'guest@example.com', '+1 970 555 0100', arrival, arrival + 3 + (i * slot) % 3, 2 + slot % 4 + i % 3, 2 + slot % 4, i % 3,
          slot % 2, 2400, '[]', case when (i + slot) % 11 = 0 and slot > 2 then 'pending' else 'confirmed' end,
          (array['website', 'phone', 'email', 'friends'])[1 + (i + slot) % 4] from planned
        returning id, property_id, check_in_date, check_out_date, status),
      changed as (insert into booking_changes (booking_id, number, to_status, cause) select id, 1, status, 'guest' from booked)
      insert into occupancies (property_id, nights, kind, booking_id)
        select property_id, daterange(check_in_date, check_out_date), 'booking', id from booked`,
    [first, GUESTS],
  )
}

/** Other calendars, blocks, visits and holds stand in the slots without a stay; one import lies over a stay. */
async function fillRest(client: pg.PoolClient, today: IsoDate): Promise<void> {
  const empty = `(select id as property, display_order as i, slot, $1::date - 8 + slot * ${SLOT} as arrival
    from properties, generate_series(0, ${SLOTS - 1}) slot where slug like 'board-%' and (display_order * 5 + slot) % 6 = 0) empty`
  await client.query(`insert into calendar_feeds (property_id, address, label)
    select id, 'https://calendars.example/' || slug || '.ics', 'Airbnb' from properties where slug like 'board-%'`)
  await client.query(
    `insert into occupancies (property_id, nights, kind, feed_id, event_key, event_kind)
      select property, daterange(arrival + 1, arrival + 4), 'import', calendar_feeds.id, 'event-' || i || '-' || slot, 'reserved'
        from ${empty} join calendar_feeds on property_id = property where ((i + slot) / 2) % 4 = 0
      union all (select property_id, nights, 'import', calendar_feeds.id, 'conflict', 'reserved'
        from occupancies join calendar_feeds using (property_id)
        where kind = 'booking' and lower(nights) > $1::date + 3 order by lower(nights), property_id limit 1)`,
    [today],
  )
  await client.query(
    `insert into blocks (property_id, nights, kind, note)
      select property, case ((i + slot) / 2) % 4 when 3 then daterange(arrival + 2, arrival + 3) else daterange(arrival + 1, arrival + 5) end,
        (array['owner', 'closed', 'visit'])[((i + slot) / 2) % 4], (array['The Millers', 'New roof', 'Chimney sweep'])[((i + slot) / 2) % 4]
        from ${empty} where ((i + slot) / 2) % 4 > 0`,
    [today],
  )
  await client.query(
    `with quoted as (
        insert into quotes (property_id, check_in_date, check_out_date, adults, children, infants, pets, lines, total_amount,
            created_at, expires_at)
          select property, arrival + 1, arrival + 2, 2, 0, 0, 0, '[]', 900, now(), now() + interval '1 day'
            from ${empty} where ((i + slot) / 2) % 4 = 3 and arrival > $1::date order by arrival, i limit 3
          returning id, property_id, check_in_date, check_out_date)
      insert into occupancies (property_id, nights, kind, quote_id, expires_at)
        select property_id, daterange(check_in_date, check_out_date), 'hold', id, now() + interval '14 minutes' from quoted`,
    [today],
  )
}
