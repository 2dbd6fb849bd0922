import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import {
  bookButton,
  bookingFrame,
  frameTotal,
  pickStay,
  referenceOf,
  untilHydrated,
  writeGuest,
} from '../booking-frame.ts'
import { enterButton, GUEST, write } from '../entry-page.ts'
import { look } from '../look.ts'
import { linkIn, mailsOf, mailTo } from '../mailbox.ts'
import { expect, test, type Visit } from '../page.ts'
import { demoDataDir, startSite } from '../site.ts'
import { freeStay, propertyOf } from '../stays.ts'

const WIDTHS = [390, 820, 1440]
const HOME = 'spacious-condo'
const NAME = 'Win three nights'
const QUICK_MS = 4_000

/** Opens a form by its summary, and presses its button. */
async function send(
  page: Page,
  summary: string,
  button: string,
  fill: (page: Page) => Promise<unknown> = async () => {},
) {
  await untilHydrated(page)
  await page.locator('summary', { hasText: summary }).first().click()
  await fill(page)
  await page.getByRole('button', { name: button, exact: true }).click()
}

const wall = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)

async function start(page: Page) {
  await untilHydrated(page)
  await page.getByRole('button', { name: 'Remove “Win a free stay”' }).click()
  await page.getByText('There is none yet').waitFor()
  await page.getByLabel('Prize: a stay at').selectOption(propertyOf(HOME).name)
  await page.getByLabel('Nights', { exact: true }).fill('3')
  await page.getByRole('button', { name: 'Fill in this prize' }).click()
  await page.getByText(/^3 nights cost two guests/).waitFor()
  const form = page.locator('#start')
  if (!(await form.evaluate((details: HTMLDetailsElement) => details.open))) await form.locator('summary').click()
  await form.getByLabel('Name', { exact: true }).fill(NAME)
  await form.getByLabel('Entries open').fill(wall(-1))
  await form.getByLabel('Entries close').fill(wall(30))
  await page.getByRole('button', { name: 'Save as a draft' }).click()
  await page.getByRole('heading', { name: NAME, level: 2 }).waitFor()
  await send(page, 'Open it to guests', 'Open the giveaway')
  await expect(page.getByText(/^Open until /)).toBeVisible()
}

async function enter(visit: Visit, url: string, email: string) {
  const guest = await visit(`${url}/staycation`)
  await untilHydrated(guest)
  await write(guest, email)
  await wait(QUICK_MS)
  await enterButton(guest).click()
  await guest.getByRole('heading', { name: 'You’re in' }).waitFor()
}

test('a giveaway goes from its draft to the stay of its winner, with nothing to pay', { tag: '@slow' }, async ({
  visit,
}) => {
  test.setTimeout(300_000)
  const dataDir = await demoDataDir()
  const site = await startSite({ DATA_DIR: dataDir, LOG_LEVEL: 'error', RATE_LIMIT: 'on' })
  const operator = await visit(`${site.url}/admin/giveaway`, { expected: [/^409 POST .*\/admin\/giveaway/] })
  await start(operator)
  for (const email of ['maria@example.com', 'bo@example.com']) await enter(visit, site.url, email)

  await operator.reload()
  await send(operator, 'End it now', 'Close the entries now', (page) =>
    page.getByLabel('Reason').fill('The lodge is full'),
  )
  await operator.getByRole('button', { name: 'Save anyway' }).click()
  await operator.getByText(/^Closed on /).waitFor()
  await send(operator, 'Freeze the entries', 'Freeze and publish the list')
  await operator.getByText('The list was frozen on').waitFor()
  await send(operator, 'Enter the seed', 'Draw the winner', (page) =>
    page.getByLabel('Seed', { exact: true }).fill('5 12 33 41 60 9'),
  )
  await operator.getByRole('button', { name: 'Save anyway' }).click()
  await operator.getByText('Next, check that the winner is eligible').waitFor()
  await look(operator, 'winner-drawn', WIDTHS)
  await send(operator, 'Write to the winner', 'Send the email')
  await operator.getByText(/There’s nothing to do until then/).waitFor()

  await expect
    .poll(async () => (await mailsOf(dataDir)).some(({ subject }) => subject?.startsWith('You won')))
    .toBe(true)
  const won = (await mailsOf(dataDir)).find(({ subject }) => subject?.startsWith('You won'))
  const to = won?.to?.[0]?.address ?? ''
  const winner = await visit(won ? linkIn(won, 'staycation/won') : '', { width: 390 })
  await untilHydrated(winner)
  await expect(winner.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')
  await look(winner, 'winner', WIDTHS)
  await winner.getByRole('checkbox', { name: /^You may name me/ }).check()
  await winner.getByRole('button', { name: 'Accept the prize' }).click()
  await winner.getByRole('heading', { name: /^It’s yours/ }).waitFor()
  await look(winner, 'winner-accepted', WIDTHS)

  await operator.goto(`${site.url}/admin`)
  await operator.getByText('Make the code of the prize').waitFor()
  await operator.goto(`${site.url}/admin/giveaway`)
  await untilHydrated(operator)
  await operator.locator('summary', { hasText: 'Make the prize code' }).click()
  await expect(operator.getByLabel('Nights at most')).toHaveValue('3')
  await look(operator, 'make-code', WIDTHS)
  await operator.getByRole('button', { name: 'Make the code and send it' }).click()
  await operator.getByText(/and has the code PRIZE-/).waitFor()
  await look(operator, 'code-made', WIDTHS)

  const mail = await mailTo(dataDir, to, /^Book your prize/)
  await winner.reload()
  await look(winner, 'winner-code', WIDTHS)
  await winner.goto(linkIn(mail, 'property'))
  const frame = await bookingFrame(winner)
  await pickStay(frame, await freeStay(HOME, 3, { site: site.url }))
  await expect(frameTotal(frame)).toHaveText(/^\$0(?:\.00)?$/)
  await writeGuest(frame, { name: GUEST.name, email: to, phone: GUEST.phone })
  await winner.locator('#book iframe').screenshot({ path: test.info().outputPath('booking.png') })
  await bookButton(frame).click()
  const reference = await referenceOf(frame)
  await winner.locator('#book iframe').screenshot({ path: test.info().outputPath('booked.png') })

  await operator.goto(`${site.url}/admin/bookings/${reference}`)
  await expect(operator.getByText(/^Your prize, code PRIZE-/)).toBeVisible()
  await look(operator, 'booked-operator', WIDTHS)
  const page = await visit(`${site.url}/staycation`)
  await expect(page.getByText(/^Won last: Ada from Colorado, /)).toBeVisible()
  await look(page, 'won-last', WIDTHS)
  const rules = await visit(`${site.url}/staycation/rules`)
  await expect(rules.getByText('The winner has 7 days from our email')).toBeVisible()
  // Pages that still load would miss the site.
  for (const open of [operator, winner, page, rules]) await open.waitForLoadState('networkidle')
  await site.stop()
  await rm(dataDir, { recursive: true })
})
