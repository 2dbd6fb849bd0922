import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { describeOnNewDatabases } from '#test/database.ts'
import { migrationsFolder } from '#test/migrations.ts'
import { migrate } from './migrate.server.ts'

describeOnNewDatabases('A database of before homes had facts, arrival guides and hosts', (database) => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'migrations-'))
    await query('drop schema if exists pgboss cascade; drop schema public cascade; create schema public')
    for (const name of await readdir(migrationsFolder)) {
      if (name < '0029') await cp(path.join(migrationsFolder, name), path.join(folder, name))
    }
    await migrate(database(), folder)
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  const query = async (text: string, values?: unknown[]) => (await database().pool.query(text, values)).rows

  test('keeps its homes and rooms, of which nothing is known yet, and takes what the operator writes', async () => {
    const lead = JSON.stringify({ lead: 'Coffee on the dock.', amenityGroups: [{ name: 'Outside', items: ['Dock'] }] })
    await query(
      `insert into properties (slug, name, title, description, location, address, property_type, bedrooms, bathrooms, max_guests, presentation)
        values ('cabin', 'Cabin', 'Cabin', 'A cabin.', 'West Union, SC', 'West Union', 'cabin', 5, '3.0', 14, $1)`,
      [lead],
    )
    await query(`insert into rooms (property_id, name, beds) select id, 'Loft', '[]' from properties`)
    await query(`begin; set local site.restoring = 'on';
      insert into properties (slug, name, title, description, location, address, property_type, bedrooms, bathrooms, max_guests, presentation)
        values ('wrong', 'Wrong', 'Wrong', '', '', '', 'cabin', 1, '1.0', 2, '{"lead": 5}'); commit`)

    expect((await migrate(database(), migrationsFolder))[0]).toBe('0029_facts.sql')

    expect(await query('select slug, presentation, amenities, facts, host from properties order by slug')).toEqual([
      { slug: 'cabin', presentation: JSON.parse(lead), amenities: ['Dock'], facts: {}, host: {} },
      { slug: 'wrong', presentation: { lead: 5 }, amenities: [], facts: {}, host: {} },
    ])
    expect(await query('select name, floor, bathroom, bathroom_note from rooms')).toEqual([
      { name: 'Loft', floor: null, bathroom: null, bathroom_note: null },
    ])
    expect(await query('select * from arrival_guides')).toEqual([])
    await query(`update properties set facts = '{"wifi": {}}', host = '{"phone": "1"}', name = 'Another'`)
    await expect(query(`update properties set facts = '{"wify": {}}'`)).rejects.toThrow('facts of properties')
    await expect(query(`update properties set presentation = '{"questions": {}}'`)).rejects.toThrow('presentation')
    await query('delete from properties')
    expect(await query(`select * from record_versions where record like 'properties%'`)).toEqual([])
  })
})
