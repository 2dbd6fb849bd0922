import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { occupancies } from '#app/features/availability/availability.tables.server.ts'
import { calendarFeeds } from '#app/features/calendar-sync/calendar-sync.tables.server.ts'
import { readConfig } from '#app/platform/config.server.ts'
import { describeWithDatabase, useDatabase } from '#test/database.ts'
import { makeBooking, makeDate, makeProperty, NOON, testClock, testServices } from '#test/factories.ts'
import { airbnbCalendar } from '#test/servers/calendars.ts'
import { useCalendarServer } from '#test/servers/use-calendar-server.ts'
import { runCommand } from './command-line.ts'
import { listenForCommands } from './control-socket.ts'
import { reachSite } from './reach-site.ts'

const july = { uid: 'july@airbnb.com', from: '2027-07-01', to: '2027-07-05' }

describeWithDatabase('the command for calendars', (database) => {
  const site = useCalendarServer()
  const later = (hours: number) => ({ clock: testClock(new Date(NOON.getTime() + hours * 3_600_000)) })
  const run = async (words: string[], change = {}) =>
    (await runCommand(testServices(database(), change), { words: ['calendar', ...words] })) ?? expect.unreachable()
  const idOf = async () => (await database().db.select().from(calendarFeeds))[0]?.id.slice(0, 8) ?? ''

  test('adds a calendar, lists it without its secret, and shows its conflicts with stays', async () => {
    const property = await makeProperty(database().db, { slug: 'lake-keowee', name: 'Lake Keowee' })
    await makeBooking(database().db, property, { from: '2027-07-03', to: '2027-07-09' })
    site.answer('/calendar/ical/1.ics?s=secret', airbnbCalendar([july]))
    const added = await run(['add', 'lake-keowee', site.address('/calendar/ical/1.ics?s=secret')])
    expect(added).toEqual({ ok: true, message: 'Lake Keowee: Airbnb is now synced, 1 event.' })
    const { message } = await run(['list'], later(0.1))
    expect(message).toMatch(/^Lake Keowee \(lake-keowee\)$/m)
    expect(message).toMatch(
      new RegExp(`^ {2}Its own: http://127.0.0.1:3000/calendar/${property}/[\\w-]{32}\\.ics$`, 'm'),
    )
    const origin = site.address('').replace(/[.]/g, '\\.')
    const line = `^ {2}Imports Airbnb \\(${await idOf()}, ${origin}/\\.\\.\\.\\), last synced 6 minutes ago\\. 1 event\\.$`
    expect(message).toMatch(new RegExp(line, 'm'))
    expect(message).toMatch(
      /^ {2}CONFLICT Saturday, July 3, 2027 to Monday, July 5, 2027: TST-\d+ \(pending\) and Airbnb \(reserved\)\.$/m,
    )
    expect(message).not.toContain('secret')
  })

  test('gives a property’s exported calendar a new address and stops listing the old one', async () => {
    await makeProperty(database().db, { slug: 'cabin', name: 'Cabin' })
    const addressOf = (message: string) => /\/calendar\/[\w/-]+\.ics/.exec(message)?.[0]
    const before = addressOf((await run(['list'])).message)
    const { ok, message } = await run(['renew', 'cabin'])
    expect([ok, message]).toEqual([true, expect.stringContaining('Give this address to every site')])
    expect(addressOf(message)).not.toBe(before)
    expect(addressOf((await run(['list'])).message)).toBe(addressOf(message))
    expect(await run(['renew', 'nowhere'])).toMatchObject({
      ok: false,
      message: expect.stringContaining('no property'),
    })
  })

  test('reads all calendars now, and reports each result', async () => {
    expect(await run(['sync'])).toMatchObject({ ok: true, message: expect.stringContaining('No calendars') })
    await makeProperty(database().db, { slug: 'cabin', name: 'Cabin' })
    const address = site.address('/1.ics')
    site.answer('/1.ics', airbnbCalendar([july]), '"1"')
    await run(['add', 'cabin', address])
    expect(await run(['sync'])).toEqual({ ok: true, message: 'Cabin, Airbnb: unchanged, 1 event.' })
    site.answer('/1.ics', airbnbCalendar([{ ...july, uid: 'other' }]))
    expect(await run(['sync'])).toEqual({ ok: true, message: 'Cabin, Airbnb: 1 event.' })
    site.answer('/1.ics', airbnbCalendar([{ uid: 'other', from: '2027-07-10', to: '2027-07-12' }]))
    expect(await run(['sync'])).toEqual({ ok: true, message: 'Cabin, Airbnb: 1 event, 1 changed.' })
    site.answer('/1.ics', airbnbCalendar([{ uid: 'a third', from: '2027-07-20', to: '2027-07-22' }]))
    expect(await run(['sync'])).toEqual({ ok: true, message: 'Cabin, Airbnb: 1 event, 1 new, 1 gone.' })
    site.answer('/1.ics', airbnbCalendar([]))
    expect(await run(['sync'])).toEqual({ ok: false, message: 'Cabin, Airbnb: It’s suddenly empty.' })
    const { message } = await run(['list'], later(50))
    expect(message).toContain('last synced 2 days ago. CAN’T BE READ for 2 days: It’s suddenly empty.')
  })

  test('accepts an empty calendar, or removes one, on request', async () => {
    await makeProperty(database().db, { slug: 'cabin', name: 'Cabin' })
    site.answer('/1.ics', airbnbCalendar([july]))
    await run(['add', 'cabin', site.address('/1.ics')])
    site.answer('/1.ics', airbnbCalendar([]))
    await run(['sync'])
    expect(await run(['accept', await idOf()])).toEqual({
      ok: true,
      message: 'Cabin, Airbnb: no events, 1 gone.',
    })
    site.answer('/1.ics', airbnbCalendar([july]))
    await run(['sync'])
    expect(await run(['remove', await idOf()])).toEqual({
      ok: true,
      message: 'Airbnb is no longer synced. Its nights are open again.',
    })
    expect(await database().db.select().from(occupancies)).toEqual([])
    for (const id of ['', 'abc', '00000000', '%']) expect(await run(['remove', id]), id).toMatchObject({ ok: false })
  })

  test('reports which nights are free again after a calendar is removed, and which are taken elsewhere', async () => {
    const property = await makeProperty(database().db, { slug: 'cabin', name: 'Cabin' })
    const removed = async () => {
      await run(['add', 'cabin', site.address('/1.ics')])
      return (await run(['remove', await idOf()])).message
    }
    site.answer('/1.ics', airbnbCalendar([]))
    expect(await removed()).toBe('Airbnb is no longer synced. It had no upcoming nights.')
    site.answer('/1.ics', airbnbCalendar([july]))
    await makeDate(database().db, property, '2027-07-01', { blocked: true })
    const others = 'a stay, one of your blocks, or another calendar has them too.'
    expect(await removed()).toContain(`Of its 4 upcoming nights, 3 are open again. The others stay blocked: ${others}`)
    await makeBooking(database().db, property, { from: '2027-07-02', to: '2027-07-09' })
    expect(await removed()).toContain(`Its nights stay blocked: ${others}`)
  })

  test('refuses invalid and duplicate calendars, and says why in a sentence', async () => {
    await makeProperty(database().db, { slug: 'cabin', name: 'Cabin' })
    const refused = async (...words: string[]) => (await run(words)).message
    site.answer('/page', '<html></html>')
    expect(await refused('add', 'cabin', site.address('/page'))).toBe(
      'The calendar wasn’t added. It’s a web page, not a calendar.',
    )
    expect(await refused('add', 'cabin', 'http://10.0.0.1/a.ics')).toContain('is inside a private network')
    for (const address of ['calendar.ics', 'ftp://example.com/a.ics', 'file:///etc/passwd', 'https://', 'webcal:'])
      expect(await refused('add', 'cabin', address), address).toContain('must start with https://')
    expect(await refused('add', 'castle', site.address('/page'))).toContain('There’s no property with this slug')
    expect(await database().db.select().from(calendarFeeds)).toEqual([])
    site.answer('/1.ics', airbnbCalendar([july]))
    await run(['add', 'cabin', site.address('/1.ics')])
    expect(await refused('add', 'cabin', site.address('/1.ics#x'))).toBe('This calendar is already read for this home.')
    for (const words of [
      [],
      ['drop'],
      ['list', 'all'],
      ['add', 'cabin'],
      ['sync', 'now'],
      ['remove'],
      ['add', 'a', 'b', 'c'],
    ])
      expect(await refused(...words), words.join(' ')).toContain('Usage: npm run site -- calendar')
  })
})

describe('the command itself', () => {
  const database = useDatabase()

  test('runs through a running site, and fails with the reason', async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'calendar-'))
    const config = readConfig({ DATA_DIR: dataDir })
    const calendar = async (...words: string[]) => {
      const site = await reachSite(config)
      expect(site.name).toMatch(/, running$/)
      return site.run({ words: ['calendar', ...words] }, () => Promise.reject(new Error('the site runs')))
    }
    await makeProperty(database().db, { slug: 'cabin' })
    const endCommands = await listenForCommands(testServices(database(), { config }), runCommand)
    try {
      expect(await calendar('list')).toMatchObject({
        ok: true,
        message: expect.stringMatching(/\(cabin\)\n {2}Its own: http/),
      })
      expect(await calendar()).toMatchObject({
        ok: false,
        message: expect.stringContaining('Usage: npm run site -- calendar'),
      })
    } finally {
      await endCommands()
      await rm(dataDir, { recursive: true, force: true })
    }
  }, 60_000)
})
