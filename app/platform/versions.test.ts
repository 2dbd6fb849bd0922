import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { describeWithDatabase, testOnBoth } from '#test/database.ts'
import { makeBooking, makeHold, makeImport, makeProperty, NOON, testClock } from '#test/factories.ts'
import { getVersions } from './versions.server.ts'

const PROPERTY = '00000000-0000-4000-8000-000000000001'
const UNIT = '00000000-0000-4000-8000-000000000002'
const FEE = '00000000-0000-4000-8000-000000000003'
const TAX = '00000000-0000-4000-8000-000000000004'

/** Tables that cached pages show: a row of each, without its own statement where `makeProperty` creates it. */
const SHOWN: Record<string, string> = {
  site: `(brand, email) values ('Brand', 'a@example.com')`,
  legal_documents: `(kind, version, title, body, effective_on) values ('terms', '1', 'Terms', '{"lead": "", "sections": []}', '2027-01-01')`,
  properties: `(slug, name, title, description, location, address, property_type, bedrooms, bathrooms, max_guests)
    values ('other', 'n', 't', 'd', 'l', 'a', 'home', 1, 1, 1)`,
  property_units: `(property_id, name) values ('${PROPERTY}', 'Loft')`,
  unit_images: `(unit_id, gcs_path, alt_text, category) values ('${UNIT}', '/objects/a.jpg', 'a', 'b')`,
  arrival_guides: `(property_id, door_code) values ('${PROPERTY}', '2468#')`,
  rooms: `(property_id, name, beds) values ('${PROPERTY}', 'Bunk room', '[]')`,
  reviews: `(property_id, author, body, source) values ('${PROPERTY}', 'Bo', 'Snow.', 'Guest book')`,
  seasons: `(property_id, name, starts_on, ends_on, minimum_stay) values ('${PROPERTY}', 'Winter', '12-15', '04-10', 3)`,
  nightly_rates: `(property_id, weekdays, price) values ('${PROPERTY}', '{5,6}', 590)`,
  arrival_minimums: `(property_id, weekdays, minimum_stay) values ('${PROPERTY}', '{5}', 3)`,
  stay_discounts: `(property_id, label, kind, threshold, percent) values ('${PROPERTY}', 'Weekly discount', 'long-stay', 7, 10)`,
  night_overrides: `(property_id, date, price_override) values ('${PROPERTY}', '2027-10-01', 700)`,
  fees: `(property_id, kind, label, amount) values ('${PROPERTY}', 'pet', 'Pet fee', 150)`,
  taxes: `(property_id, name, rate) values ('${PROPERTY}', 'State sales tax', 5)`,
  fee_taxes: `(property_id, fee_id, tax_id) values ('${PROPERTY}', '${FEE}', '${TAX}')`,
  media_objects: `(path, content_type, bytes, width, height) values ('/objects/a.jpg', 'image/jpeg', 1, 1, 1)`,
  blog_posts: `(title, slug, excerpt, content, category) values ('t', 's', 'e', 'c', 'c')`,
  campaigns: `(name, sponsor, opens_at, closes_at, time_zone, prize, retail_value, eligibility, odds, free_entry_method,
    winner_selection, rules_version, bonus_per_channel, maximum_bonus, channels)
    values ('n', 's', now(), now() + '1 day', 'UTC', 'p', 1, 'e', 'o', 'f', 'w', '1', 2, 4, '{x}')`,
  giveaway_draws: `(campaign_id, list_digest, lines, tickets, seed_source, frozen_at)
    select id, repeat('d', 64), 1, 1, 'Dice', now() from campaigns limit 1`,
}

const FEE_AND_TAX = `
  insert into fees (id, property_id, kind, label, amount) values ('${FEE}', '${PROPERTY}', 'stay', 'Linen', 20);
  insert into taxes (id, property_id, name, rate) values ('${TAX}', '${PROPERTY}', 'County tax', 3)`

/** Tables that no cached page shows. */
const UNSEEN = [
  'account_links',
  'account_names',
  'booking_versions',
  'tax_filings',
  'owners',
  'owner_properties',
  'owner_costs',
  'owner_statements',
  'tax_jurisdictions',
  'tax_platforms',
  'api_tokens',
  'authenticators',
  'passkey_challenges',
  'passkeys',
  'recovery_codes',
  'cleaner_link_properties',
  'cleaner_links',
  'cleaner_mail_links',
  'turnover_marks',
  'turnover_images',
  'audit',
  'backups',
  'blocks',
  'calendar_export_events',
  'calendar_exports',
  'calendar_feeds',
  'booking_changes',
  'bookings',
  'channel_bookings',
  'channel_connections',
  'channel_listings',
  'channel_rate_plans',
  'channel_revisions',
  'content_version',
  'conversations',
  'email_logs',
  'first_operator_links',
  'gateway_events',
  'giveaway_draw_lines',
  'host_inquiries',
  'idempotency_keys',
  'import_files',
  'imported_bookings',
  'inquiries',
  'ledger',
  'installation',
  'mail_attachments',
  'mail_hosts',
  'mail_messages',
  'mailbox_state',
  'saved_answers',
  'message_texts',
  'stay_messages',
  'newsletter_deliveries',
  'newsletter_issues',
  'newsletter_links',
  'newsletter_subscriptions',
  'night_claims',
  'occupancies',
  'operator_notices',
  'payments',
  'payout_lines',
  'payout_sync_state',
  'resolved_payout_problems',
  'disputes',
  'payouts',
  'operator_sessions',
  'webhook_deliveries',
  'webhooks',
  'promo_codes',
  'push_subscriptions',
  'property_addresses',
  'quotes',
  'rate_limits',
  'replaced_stay_links',
  'record_versions',
  'secrets',
  'sign_in_failures',
  'stay_door_codes',
  'staycation_entries',
  'staycation_shares',
  'storage_orphans',
  'unverified_mails',
  'users',
]

describeWithDatabase('the content version', (database) => {
  const clock = testClock()
  const versions = () => getVersions({ db: database().db, clock })
  const version = async () => (await versions()).content
  const run = (text: string) => database().db.execute(sql.raw(text))
  /** By how much `work` increases the version. */
  async function growth(work: () => Promise<unknown>): Promise<number> {
    const before = await version()
    await work()
    return (await version()) - before
  }
  const makePropertyWithUnit = async () => {
    await makeProperty(database().db, { id: PROPERTY })
    await run(`insert into property_units (id, property_id, name) values ('${UNIT}', '${PROPERTY}', 'Main')`)
    await run(`insert into campaigns ${SHOWN.campaigns}`)
    await run(FEE_AND_TAX)
  }

  test('lists every table as either shown by cached pages or not', async () => {
    const { rows } = await database().pool.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
         and relname <> 'schema_migrations' order by relname`,
    )
    expect([...Object.keys(SHOWN), ...UNSEEN, 'giveaway_rounds', 'stay_reviews'].sort()).toEqual(
      rows.map(({ name }) => name),
    )
  })

  test.each(Object.entries(SHOWN))(
    'grows by one with each row of %s that comes, changes or goes',
    async (table, row) => {
      await makePropertyWithUnit()
      expect(await growth(() => run(`insert into ${table} ${row}`))).toBe(1)
      const column = row.slice(1, row.indexOf(',')).trim()
      expect(await growth(() => run(`update ${table} set ${column} = ${column}`))).toBe(1)
      expect(await growth(() => run(`delete from ${table}`))).toBe(1)
    },
  )

  test('grows by one with a guest’s review, which needs a stay', async () => {
    await makePropertyWithUnit()
    await makeBooking(database().db, PROPERTY, { from: '2027-07-01', to: '2027-07-05' })
    const written = `insert into stay_reviews (booking_id, property_id, author, stars, body, stayed_in, created_at)
      select id, property_id, 'Ada', 5, 'Snow.', '2027-07-01', now() from bookings`
    expect(await growth(() => run(written))).toBe(1)
    expect(await growth(() => run('update stay_reviews set answer = body'))).toBe(1)
    expect(await growth(() => run('delete from stay_reviews'))).toBe(1)
  })

  test('grows by one with what becomes of a winner, which needs a draw', async () => {
    await makePropertyWithUnit()
    await run(`insert into giveaway_draws ${SHOWN.giveaway_draws}`)
    const written = 'insert into giveaway_rounds (draw_id, round) select id, 1 from giveaway_draws'
    expect(await growth(() => run(written))).toBe(1)
    expect(await growth(() => run('update giveaway_rounds set round = 2'))).toBe(1)
    expect(await growth(() => run('delete from giveaway_rounds'))).toBe(1)
  })

  test('increases once per transaction, however much it changes', async () => {
    const all = () =>
      database().db.transaction(async (tx) => {
        await makeProperty(tx as never, { id: PROPERTY })
        await tx.execute(
          sql.raw(`insert into property_units (id, property_id, name) values ('${UNIT}', '${PROPERTY}', 'Main')`),
        )
        await tx.execute(sql.raw(FEE_AND_TAX))
        for (const [table, row] of Object.entries(SHOWN)) await tx.execute(sql.raw(`insert into ${table} ${row}`))
        await tx.execute(sql.raw('update rooms set name = name'))
      })
    expect(await growth(all)).toBe(1)
    expect(await growth(() => run(`delete from properties`))).toBe(1)
  })

  testOnBoth('increases for each of two concurrent changes', async () => {
    await makePropertyWithUnit()
    const change = (table: string) => run(`insert into ${table} ${SHOWN[table]}`)
    expect(await growth(() => Promise.all([change('rooms'), change('reviews'), change('taxes')]))).toBe(3)
  })

  test('does not change on a rollback', async () => {
    await makePropertyWithUnit()
    const undone = () =>
      database()
        .db.transaction(async (tx) => {
          await tx.execute(sql.raw(`insert into rooms ${SHOWN.rooms}`))
          throw new Error('changed my mind')
        })
        .catch(() => {})
    expect(await growth(undone)).toBe(0)
  })

  test('does not change on bookings, holds, imports or reads', async () => {
    await makePropertyWithUnit()
    const { db } = database()
    const later = new Date(NOON.getTime() + 600_000)
    expect(await growth(() => makeBooking(db, PROPERTY, { from: '2027-07-01', to: '2027-07-05' }))).toBe(0)
    expect(await growth(() => makeHold(db, PROPERTY, { from: '2027-08-01', to: '2027-08-05' }, later))).toBe(0)
    expect(await growth(() => makeImport(db, PROPERTY, { from: '2027-09-01', to: '2027-09-05' }))).toBe(0)
    expect(await growth(() => run(`insert into newsletter_subscriptions (email) values ('a@example.com')`))).toBe(0)
    expect(await growth(() => run('select * from properties'))).toBe(0)
  })

  test('of the nights changes with bookings, holds and imports, when a hold expires, and not with the content', async () => {
    await makePropertyWithUnit()
    const { db } = database()
    const later = new Date(NOON.getTime() + 600_000)
    const seen = [(await versions()).nights]
    const next = async () => {
      const { nights } = await versions()
      expect(seen).not.toContain(nights)
      seen.push(nights)
    }
    await makeBooking(db, PROPERTY, { from: '2027-07-01', to: '2027-07-05' })
    await next()
    await makeHold(db, PROPERTY, { from: '2027-08-01', to: '2027-08-05' }, later)
    await next()
    await makeImport(db, PROPERTY, { from: '2027-09-01', to: '2027-09-05' })
    await next()
    await run(`delete from occupancies where kind = 'import'`)
    await next()
    clock.set(later)
    await next()
    await run(`update properties set name = name`)
    expect((await versions()).nights).toBe(seen.at(-1))
  })

  test('of stays and of messages change once a transaction with what the back office shows of them', async () => {
    await makePropertyWithUnit()
    const booking = await makeBooking(database().db, PROPERTY, { from: '2027-07-01', to: '2027-07-05' })
    const growthOf = async (text: string) => {
      const before = await versions()
      await run(text)
      const after = await versions()
      return [after.stays - before.stays, after.messages - before.messages, after.content - before.content]
    }
    expect(await growthOf(`update bookings set private_note = 'Late'`)).toEqual([1, 0, 0])
    expect(
      await growthOf(`begin; insert into payments (booking_id, kind, amount, status) values ('${booking}', 'whole', 100, 'waiting');
        update bookings set private_note = 'Later'; commit`),
    ).toEqual([1, 0, 0])
    expect(
      await growthOf(`insert into conversations (email, name, last_at) values ('ada@guests.example', 'Ada', now())`),
    ).toEqual([0, 1, 0])
    expect(await growthOf(`insert into saved_answers (title, body) values ('Keys', 'Under the mat.')`)).toEqual([
      0, 1, 0,
    ])
    const mail = (payload: string) =>
      `insert into email_logs ("to", template, subject, payload, status) values ('a@example.com', 't', 's', '${payload}', 'sent')`
    expect(await growthOf(mail('{"reference": "ABC"}')), 'of a booking').toEqual([0, 1, 0])
    expect(await growthOf(mail('{}')), 'of a newsletter').toEqual([0, 0, 0])
    expect(await growthOf('select * from bookings')).toEqual([0, 0, 0])
  })
})
