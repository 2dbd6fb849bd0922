import { expect, test } from 'vitest'
import { describeOnNewDatabases } from '#test/database.ts'
import { migrateUntil, migrationsFolder } from '#test/migrations.ts'
import { migrate } from './migrate.server.ts'

const MIGRATION = '0026_facts_that_stood_twice.sql'

describeOnNewDatabases('A database of before its facts stood once', (database) => {
  const query = async (text: string, values?: unknown[]) => (await database().pool.query(text, values)).rows

  async function insertProperty(slug: string, facts: Record<string, unknown>) {
    const property = {
      ...{ slug, name: slug, title: slug, description: 'A cabin.', location: 'West Union, SC', address: 'West Union' },
      ...{ property_type: 'cabin', bedrooms: 5, bathrooms: '3.0', max_guests: 14, ...facts },
    }
    const names = Object.keys(property)
    const places = names.map((_, at) => `$${at + 1}`)
    await query(`insert into properties (${names}) values (${places})`, Object.values(property))
  }

  const insertDocument = (version: string, body: string, effectiveOn: string) =>
    query(
      `insert into legal_documents (kind, version, title, body, effective_on) values ('privacy', $1, 'Privacy', $2, $3)`,
      [version, body, effectiveOn],
    )

  const insertCampaign = (content: unknown) =>
    query(
      `insert into campaigns (name, sponsor, opens_at, closes_at, time_zone, prize, retail_value, eligibility, odds,
          free_entry_method, winner_selection, rules_version, demo, content)
        values ('Win', 'Us', now(), now() + interval '1 day', 'UTC', 'A stay', 1, '', '',
          'Open to all: two of its ways, copying the link and writing an email, need no account anywhere and earn the whole bonus.',
          '', '1', true, $1)`,
      [JSON.stringify(content)],
    )

  test('keeps its content, in a single place', async () => {
    await migrateUntil(database(), MIGRATION)
    await insertProperty('cabin', {
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
    await insertProperty('plain', { amenities: ['Wifi'], rules: ['No pets.'], highlights: ['A view'] })
    await insertProperty('bare', {})
    await query(`insert into site (brand, email) values ('The "Inn" & Co', 'a@example.com')`)
    const body = JSON.stringify({ lead: 'What The "Inn" & Co keeps about you, why.', sections: [] })
    await insertDocument('1', body, '2026-01-01')
    const picture = { path: '/objects/homes/large-luxury-exterior.jpg', alt: 'The lodge' }
    const content = {
      lead: 'One winner, one week in the 6-bedroom retreat.',
      picture,
      cards: [{ title: 'Hiking', text: '', picture: { path: '/objects/homes/spacious-condo-exterior.jpg', alt: '' } }],
    }
    await insertCampaign(content)

    expect((await migrate(database(), migrationsFolder))[0]).toBe(MIGRATION)

    const properties = await query(
      'select slug, amenities, rules, highlights, presentation from properties order by slug',
    )
    expect(properties).toEqual([
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
      // A later migration names the key `image`.
      content: {
        lead: 'One winner, one week outside the winter season in the 6-bedroom retreat.',
        image: picture,
        cards: [{ title: 'Hiking', text: '', image: picture }],
      },
    })
  })

  test('starts with what was invalid before validation, and loses none of it', async () => {
    await migrateUntil(database(), '0020')
    const section = { name: 'Outside', items: ['Dock', 5, 'Pets welcome', null] }
    const properties = {
      lead: { lead: null, amenityGroups: ['Words', 5, [], section], story: [{ heading: 5 }, 'Words'] },
      groups: { amenityGroups: { name: 'Outside' } },
      list: ['Words'],
      words: 'Words',
    }
    for (const [slug, presentation] of Object.entries(properties)) {
      const policy = JSON.stringify({ days: 30 })
      const facts = { amenities: ['Dock', 'Sauna'], rules: ['No pets.'], cancellation_policy: policy }
      await insertProperty(slug, { ...facts, presentation: JSON.stringify(presentation) })
    }
    await query(`insert into rooms (property_id, name, beds) select id, 'Loft', '5' from properties`)
    await query(`insert into site (brand, email, content) values ('Inn', 'a@example.com', '[]')`)
    await insertDocument('1', 'What Inn keeps about you, in plain words', '2026-01-01')
    const content = {
      lead: 5,
      picture: 'Words',
      cards: [{ picture: { path: '/objects/homes/spacious-condo-exterior.jpg' } }],
    }
    await insertCampaign(content)

    expect(await migrate(database(), migrationsFolder)).toContain(MIGRATION)

    const also = (...items: string[]) => ({ name: 'Also in the home', items })
    expect(await query('select slug, presentation, amenities from properties order by slug')).toEqual([
      { slug: 'groups', presentation: { amenityGroups: [also('Dock', 'Sauna')] }, amenities: ['Dock', 'Sauna'] },
      {
        slug: 'lead',
        presentation: {
          ...properties.lead,
          amenityGroups: ['Words', 5, [], { ...section, items: ['Dock', 5, null] }, also('Sauna')],
        },
        amenities: ['Dock', 'Sauna'],
      },
      { slug: 'list', presentation: { amenityGroups: [also('Dock', 'Sauna')] }, amenities: ['Dock', 'Sauna'] },
      { slug: 'words', presentation: { amenityGroups: [also('Dock', 'Sauna')] }, amenities: ['Dock', 'Sauna'] },
    ])
    const replaced = await query(
      'select p.slug, v.content from record_versions v join properties p on v.key = p.id::text',
    )
    for (const [slug, was] of Object.entries(properties)) expect(replaced).toContainEqual({ slug, content: was })
    expect(await query('select body from legal_documents')).toEqual([
      { body: 'What {brand} keeps about you, in plain words' },
    ])
    expect(await query('select content from campaigns')).toEqual([
      { content: JSON.parse(JSON.stringify(content).replaceAll('picture', 'image')) },
    ])
    await query(`update properties set cleaning_fee = 1; update rooms set name = 'Attic'; update site set brand = 'Lodge';
      update legal_documents set title = 'Privacy, again'; update campaigns set name = 'Win again'`)
  })

  test('keeps superseded versions of a legal document word for word', async () => {
    await migrateUntil(database(), MIGRATION)
    await query(`insert into site (brand, email) values ('Inn', 'a@example.com')`)
    const body = JSON.stringify({ lead: 'What Inn keeps about you, why.', sections: [] })
    await insertDocument('1', body, '2026-01-01')
    await insertDocument('2', body, '2026-02-01')
    await insertDocument('3', body, '9999-01-01')
    await migrate(database(), migrationsFolder)
    const named = body.replace('Inn', '{brand}')
    expect(await query('select body from legal_documents order by version')).toEqual([
      { body },
      { body: named },
      { body: named },
    ])
  })
})
