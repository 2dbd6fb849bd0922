import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { addDays } from '#app/shared/dates.ts'
import { type CalendarServer, startCalendarServer } from '#test/servers/calendar-server.ts'
import { airbnbCalendar, calendarOf, eventOf } from '#test/servers/calendars.ts'
import { ask } from '../ask.ts'
import { untilHydrated } from '../booking-frame.ts'
import { changeRows } from '../change-rows.ts'
import { look } from '../look.ts'
import { expect, test, type Visit } from '../page.ts'
import { demoDataDir, type Site, startSite } from '../site.ts'
import { freeStay, nightsOf } from '../stays.ts'

const PROPERTY = 'large-luxury'
const SECRET = '/calendar/ical/1.ics?s=the-secret-of-airbnb'

const stateOf = async (date: string, at?: string) =>
  (await nightsOf(PROPERTY, at)).find((night) => night.date === date)?.state

test.describe('a property that is also on Airbnb', { tag: '@slow' }, () => {
  let airbnb: CalendarServer
  let dataDir = ''
  let site: Site
  test.beforeAll(async () => {
    airbnb = await startCalendarServer()
    dataDir = await demoDataDir()
    site = await startSite({ DATA_DIR: dataDir })
  })
  test.afterAll(async () => {
    await site.stop()
    airbnb.close()
    await rm(dataDir, { recursive: true, force: true })
  })

  async function calendar(...words: string[]): Promise<string> {
    const { PATH = '' } = process.env
    const env = { PATH, DATA_DIR: dataDir, PORT: new URL(site.url).port }
    const cwd = resolve(import.meta.dirname, '../..')
    return (
      await promisify(execFile)(process.execPath, ['server/start.mjs', 'site', 'calendar', ...words], { cwd, env })
    ).stdout
  }
  const stateThere = (date: string) => stateOf(date, site.url)

  test('is unavailable on nights sold by Airbnb, exports its own nights, and keeps both calendar addresses secret', async () => {
    const { checkIn, checkOut } = await freeStay(PROPERTY, 4, { site: site.url })
    airbnb.answer(SECRET, airbnbCalendar([{ uid: 'a@airbnb.com', from: checkIn, to: checkOut }]))
    expect(await calendar('add', PROPERTY, airbnb.address(SECRET))).toContain('Airbnb is now synced, 1 event.')
    expect([await stateThere(checkIn), await stateThere(addDays(checkOut, -1))]).toEqual(['taken', 'taken'])

    const listed = await calendar('list')
    const own = new RegExp(`\\(${PROPERTY}\\)\\n {2}Its own: (\\S+)`).exec(listed)?.[1] ?? ''
    const answer = await ask(own)
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect(answer.text).toContain('SUMMARY:Reserved')
    expect(answer.text).not.toContain(`DTSTART;VALUE=DATE:${checkIn.replaceAll('-', '')}`)
    const again = await ask(own, { headers: { 'if-none-match': answer.headers.etag } })
    expect([again.status, again.text]).toEqual([304, ''])
    expect((await ask(own, { method: 'HEAD' })).status).toBe(200)
    const key = /([\w-]{32})\.ics$/.exec(own)?.[1] ?? ''
    expect((await ask(own.replace(key, 'x'.repeat(32)))).status).toBe(404)

    const readLog = () => readFile(site.logFile, 'utf8')
    await expect.poll(readLog).toContain('/calendar/...')
    const log = await readLog()
    for (const secret of [key, 'the-secret-of-airbnb']) {
      expect(secret).not.toBe('')
      expect(log).not.toContain(secret)
    }
  })

  test('is imported at startup when the site was down at the scheduled time', async () => {
    const { checkIn, checkOut } = await freeStay(PROPERTY, 4, { site: site.url })
    await site.stop()
    await changeRows(dataDir, `update calendar_feeds set next_sync_at = 'epoch'`)
    airbnb.answer(SECRET, airbnbCalendar([{ uid: 'b@airbnb.com', from: checkIn, to: checkOut }]))
    site = await startSite({ DATA_DIR: dataDir })
    await expect.poll(() => stateThere(checkIn), { timeout: 20_000 }).toBe('taken')
  })
})

test('a calendar is added, read, chosen from and removed by the operator', { tag: '@slow' }, async ({ visit }) => {
  const airbnb = await startCalendarServer()
  try {
    await connectCalendar(visit, airbnb)
  } finally {
    airbnb.close()
  }
})

async function connectCalendar(visit: Visit, airbnb: CalendarServer) {
  const { checkIn } = await freeStay(PROPERTY, 4)
  const day = (offset: number) => addDays(checkIn, offset).replaceAll('-', '')
  const wholeDays = (from: number, to: number) => [
    `DTSTART;VALUE=DATE:${day(from)}`,
    `DTEND;VALUE=DATE:${day(to)}`,
    'SUMMARY:Ours',
  ]
  const owner = calendarOf(
    ...eventOf('UID:free', 'TRANSP:TRANSPARENT', ...wholeDays(0, 2)),
    ...eventOf('UID:taken', ...wholeDays(2, 3)),
    ...eventOf('UID:broken', `DTSTART;VALUE=DATE:${day(40)}x`),
  )
  airbnb.answer('/owner.ics', owner)
  const page = await visit('/admin/calendars', { expected: [/^400 POST .*calendars/] })
  await untilHydrated(page)
  await page.locator(`#add-${PROPERTY} > summary`).click()
  const form = page.locator(`#add-${PROPERTY}`)
  await form.getByLabel('Its address').fill('owner.ics')
  await form.getByRole('button', { name: 'Add the calendar' }).click()
  await expect(form.getByText('Please paste the whole address.')).toBeVisible()
  await form.getByLabel('Its address').fill(airbnb.address('/owner.ics'))
  await form.getByRole('button', { name: 'Add the calendar' }).click()
  await expect(page.getByRole('status').filter({ hasText: '1 event' })).toBeVisible()
  await look(page, 'calendars', [1440, 820, 390])
  // The own feed never has what another site sold.
  await page
    .getByText(/^The calendar of .*, for other sites$/)
    .first()
    .click()
  await expect(page.getByText('Connect the other sites with each other, too').first()).toBeVisible()
  expect([await stateOf(checkIn), await stateOf(addDays(checkIn, 2))]).toEqual(['free', 'taken'])
  await page.getByRole('button', { name: /^Block their nights, too/ }).click()
  await expect(page.getByRole('button', { name: /^Open their nights/ })).toBeVisible()
  expect(await stateOf(checkIn)).toBe('taken')
  await page.getByRole('button', { name: /^Open their nights/ }).click()
  await expect(page.getByRole('button', { name: /^Block their nights, too/ })).toBeVisible()
  await page.getByText('Open 127.0.0.1').click()
  await page.getByRole('button', { name: 'Remove 127.0.0.1' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'is no longer synced' })).toBeVisible()
  expect(await stateOf(addDays(checkIn, 2))).toBe('free')
}
