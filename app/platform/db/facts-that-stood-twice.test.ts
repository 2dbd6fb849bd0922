import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnBothDatabases } from '#test/database.ts'
import { migrationsFolder } from '#test/migrations.ts'
import { migrate } from './migrate.server.ts'

const MIGRATION = '0026_facts_that_stood_twice.sql'

describeOnBothDatabases('A database of before its facts stood once', (database) => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'migrations-'))
    for (const name of await readdir(migrationsFolder)) {
      if (name < MIGRATION) await cp(path.join(migrationsFolder, name), path.join(folder, name))
    }
    await database().pool.query(
      'drop schema if exists pgboss cascade; drop schema public cascade; create schema public',
    )
    await migrate(database(), folder)
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const query = async (text: string, values?: unknown[]) => (await database().pool.query(text, values)).rows

  async function insertHome(slug: string, facts: Record<string, unknown>) {
    const home = {
      ...{ slug, name: slug, title: slug, description: 'A cabin.', location: 'West Union, SC', address: 'West Union' },
      ...{ property_type: 'cabin', bedrooms: 5, bathrooms: '3.0', max_guests: 14, ...facts },
    }
    const names = Object.keys(home)
    const places = names.map((_, at) => `$${at + 1}`)
    await query(`insert into properties (${names}) values (${places})`, Object.values(home))
  }

  test('keeps what it says, and says it in one place', async () => {
    await insertHome('cabin', {
      amenities: ['Private dock', 'Sauna', 'Pets welcome', 'Helipad'],
      rules: ['Two pets at most.', 'Infants under two are not counted as guests; three at most.', 'Dogs on a leash.'],
      highlights: ['Dock'],
      max_pets: 2,
      presentation: JSON.stringify({
        lead: 'Coffee on the dock.',
        story: [
          { heading: 'Highlights', items: ['Private dock', 'Kayaks'] },
          { heading: 'Bedrooms', paragraphs: ['Five.'] },
        ],
        amenityGroups: [
          { name: 'Outside', items: ['Private dock'] },
          { name: 'Inside', items: ['Sauna', 'Pets welcome'] },
        ],
      }),
    })
    await insertHome('plain', { amenities: ['Wifi'], rules: ['No pets.'], highlights: ['A view'] })
    await insertHome('bare', {})
    await query(`insert into site (brand, email) values ('The "Inn" & Co', 'a@example.com')`)
    const body = JSON.stringify({ lead: 'What The "Inn" & Co keeps about you, why.', sections: [] })
    await query(
      `insert into legal_documents (kind, version, title, body, effective_on) values ('privacy', '1', 'Privacy', $1, '2026-01-01')`,
      [body],
    )
    const picture = { path: '/objects/homes/large-luxury-exterior.jpg', alt: 'The lodge' }
    const content = {
      lead: 'One winner, one week in the 6-bedroom retreat.',
      picture,
      cards: [{ title: 'Hiking', text: '', picture: { path: '/objects/homes/spacious-condo-exterior.jpg', alt: '' } }],
    }
    await query(
      `insert into campaigns (name, sponsor, opens_at, closes_at, time_zone, prize, retail_value, eligibility, odds,
          free_entry_method, winner_selection, rules_version, demo, content)
        values ('Win', 'Us', now(), now() + interval '1 day', 'UTC', 'A stay', 1, '', '',
          'Open to all: two of its ways, copying the link and writing an email, need no account anywhere and earn the whole bonus.',
          '', '1', true, $1)`,
      [JSON.stringify(content)],
    )

    expect((await migrate(database(), migrationsFolder))[0]).toBe(MIGRATION)

    const homes = await query('select slug, amenities, rules, highlights, presentation from properties order by slug')
    expect(homes).toEqual([
      { slug: 'bare', amenities: [], rules: [], highlights: [], presentation: {} },
      {
        slug: 'cabin',
        amenities: ['Private dock', 'Sauna', 'Helipad'],
        rules: ['Dogs on a leash.'],
        highlights: ['Private dock', 'Kayaks'],
        presentation: {
          lead: 'Coffee on the dock.',
          story: [{ heading: 'Bedrooms', paragraphs: ['Five.'] }],
          amenityGroups: [
            { name: 'Outside', items: ['Private dock'] },
            { name: 'Inside', items: ['Sauna'] },
            { name: 'Also in the home', items: ['Helipad'] },
          ],
        },
      },
      {
        slug: 'plain',
        amenities: ['Wifi'],
        rules: [],
        highlights: ['A view'],
        presentation: { amenityGroups: [{ name: 'Also in the home', items: ['Wifi'] }] },
      },
    ])
    const [legal] = await query('select body from legal_documents')
    expect(JSON.parse(legal?.body)).toEqual({ lead: 'What {brand} keeps about you, why.', sections: [] })
    const [campaign] = await query('select content, free_entry_method from campaigns')
    expect(campaign).toEqual({
      free_entry_method: 'Open to all.',
      content: {
        ...content,
        lead: 'One winner, one week outside the winter season in the 6-bedroom retreat.',
        cards: [{ ...content.cards[0], picture }],
      },
    })
  })
})
