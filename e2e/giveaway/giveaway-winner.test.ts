import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { fieldOf, formOf } from '#test/requests/served-page.ts'
import type { Visitor } from '#test/requests/visitor.ts'
import { ask } from '../ask.ts'
import { expectAccessible } from '../axe.ts'
import {
  bookButton,
  bookingFrame,
  frameTotal,
  pickStay,
  referenceOf,
  untilHydrated,
  writeGuest,
} from '../booking-frame.ts'
import { enterButton, GUEST, toast, write } from '../entry-page.ts'
import { visitByRequests } from '../form-requests.ts'
import { saveScreenshot } from '../look.ts'
import { linkIn, mailsOf, mailTo } from '../mailbox.ts'
import { expect, test } from '../page.ts'
import { demoDataDir, startSite } from '../site.ts'
import { freeStay } from '../stays.ts'

const PROPERTY = 'spacious-condo'
const NAME = 'Win three nights'
const ADMIN = '/admin/giveaway'
const SEED = '5 12 33 41 60 9'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const CLOCK = resolve(import.meta.dirname, '../set-clock.ts')
const tomorrow = () => new Date(Date.now() + 25 * 3_600_000).toISOString()

const wall = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)

/** The first giveaway of a site: its prize is a stay. */
async function start(operator: Visitor) {
  const none = await operator.send(await operator.open(ADMIN), { button: 'Remove “Win a free stay”' })
  expect(none.text).toContain('There is none yet')
  const prize = await operator.send(none, { button: 'Fill in this prize' }, { property: PROPERTY, nights: '3' })
  expect(prize.text).toContain('3 nights cost two guests')
  const moments = { 'Entries open': wall(-1), 'Entries close': wall(30) }
  const draft = await operator.send(prize, { button: 'Save as a draft' }, { name: NAME, ...moments })
  expect(draft.headings).toContain(NAME)
  const open = await operator.send(draft, { button: 'Open the giveaway' })
  expect(open.text).toContain('Open until ')
}

async function enter(site: string, email: string) {
  const { name: fullName, zip: zipCode, ...guest } = GUEST
  const answer = await fetch(`${site}/api/entries`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, fullName, zipCode, ...guest }),
  })
  expect(answer.status).toBe(200)
}

/** Closing asks before it is done. */
async function closeEntries(operator: Visitor) {
  const anyway = { button: 'Save anyway' }
  const close = { button: 'Close the entries now' }
  const closing = await operator.send(await operator.open(ADMIN), close, { Reason: 'The lodge is full' })
  expect((await operator.send(closing, anyway)).text).toContain('Closed on ')
}

/** The form is left with what was typed. */
async function enterTooLate(page: Page) {
  await enterButton(page).click()
  await expect(toast(page)).toHaveText(/Error\s+The giveaway closed on .*no longer taking entries/, {
    useInnerText: true,
  })
  await expect(toast(page)).not.toContainText('try again', { useInnerText: true })
  await expect(page.getByLabel('Full name')).toHaveValue(GUEST.name)
}

/** Returns the path of the page of the draw. */
async function freezeEntries(operator: Visitor): Promise<string> {
  const freeze = { button: 'Freeze and publish the list' }
  const frozen = await operator.send(await operator.open(ADMIN), freeze)
  expect(frozen.text).toContain('The list was frozen on')
  expect(frozen.text).toContain('You can enter it then.')
  return /\/staycation\/draw\/[0-9a-f-]{36}/.exec(frozen.html)?.[0] ?? ''
}

/** The winner is drawn, which asks before it is done. */
async function drawWinner(operator: Visitor) {
  const frozen = await operator.open(ADMIN)
  const drawing = await operator.send(frozen, { button: 'Draw the winner' }, { Seed: SEED })
  const drawn = await operator.send(drawing, { button: 'Save anyway' })
  expect(drawn.text).toContain('Next, check that the winner is eligible')
}

/** Before the seed anybody can see of what list the winner will be drawn. Returns its digest. */
async function expectPublished(page: Page, site: string, path: string): Promise<string> {
  const digest = sha256((await ask(`${site}${path}/entries.txt`)).text)
  await page.goto(site + path)
  await page.getByText('The seed isn’t known yet.').waitFor()
  await page.getByRole('button', { name: 'Check it here' }).click()
  await page.getByText('The winner can be calculated once the seed is known.').waitFor()
  await expect(page.getByRole('main')).toContainText(digest, { useInnerText: true })
  return digest
}

/** Anyone can check the draw: by hand, or by a button, which also says where the list is another one. */
async function expectChecked(page: Page, site: string, path: string, digest: string) {
  const served = await visitByRequests(site).open(path)
  const hashed = `${digest} ${SEED} 1 1`
  // Each of the two entries is one ticket.
  const ticket = Number(BigInt(`0x${sha256(hashed)}`) % 2n)
  for (const expected of [SEED, hashed, sha256(hashed), `it leaves ${ticket}`, `line ${ticket + 1} wins`])
    expect(served.text).toContain(expected)
  // Checking needs the page's script, so its button comes with it.
  expect(served.html).not.toContain('Check it here')
  expect(served.html).not.toMatch(/@example|Ada Guest/)
  await page.goto(site + path)
  const check = page.getByRole('button', { name: 'Check it here' })
  await check.click()
  await page.getByText(`Round 1: ticket ${ticket}, line ${ticket + 1}. It matches what’s shown above.`).waitFor()
  await expectAccessible(page)
  await page.route('**/entries.txt', (route) => route.fulfill({ body: `${'a'.repeat(64)} 1\n` }))
  await check.click()
  await page.getByText('which isn’t the one we published').waitFor()
  await page.unrouteAll()
}

test('a giveaway goes from its draft to the stay of its winner, with nothing to pay; anyone can check the draw', {
  tag: '@slow',
}, async ({ visit }) => {
  test.setTimeout(180_000)
  const dataDir = await demoDataDir()
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  const before = await startSite(settings)
  const beforehand = visitByRequests(before.url)
  await start(beforehand)
  for (const email of ['maria@example.com', 'bo@example.com']) await enter(before.url, email)
  const page = await visit(`${before.url}/staycation`, { width: 390, expected: [/^409 POST .*\/api\/entries/] })
  await untilHydrated(page)
  await write(page, 'late@example.com')
  await closeEntries(beforehand)
  await enterTooLate(page)
  const path = await freezeEntries(beforehand)
  const digest = await expectPublished(page, before.url, path)
  // The page would miss the site.
  await page.goto('about:blank')
  await before.stop()

  // The lottery's numbers are those of a drawing a day after the close.
  const site = await startSite({ ...settings, NODE_OPTIONS: `--import=${CLOCK}`, CLOCK_FROM: tomorrow() })
  const byForms = visitByRequests(site.url)
  await drawWinner(byForms)
  await expectChecked(page, site.url, path, digest)
  const written = await byForms.send(await byForms.open(ADMIN), { button: 'Send the email' })
  expect(written.text).toContain('There’s nothing to do until then')

  const find = async () => (await mailsOf(dataDir)).find(({ subject }) => subject?.startsWith('You won'))
  await expect.poll(async () => (await find()) !== undefined, { timeout: 20_000 }).toBe(true)
  const won = await find()
  const to = won?.to?.[0]?.address ?? ''
  await page.goto(won ? linkIn(won, 'staycation/won') : '')
  await untilHydrated(page)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')
  await page.getByRole('checkbox', { name: /^You may name me/ }).check()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Accept the prize' }).click()
  await page.getByRole('heading', { name: /^It’s yours/ }).waitFor()
  await expectAccessible(page, 'main')
  await saveScreenshot(page, 'winner-accepted')

  expect((await byForms.open('/admin')).text).toContain('Make the code of the prize')
  const making = await byForms.open(ADMIN)
  const code = { button: 'Make the code and send it' }
  expect(fieldOf(formOf(making, code), 'Nights at most').value).toBe('3')
  expect((await byForms.send(making, code)).text).toContain('and has the code PRIZE-')

  const mail = await mailTo(dataDir, to, /^Book your prize/)
  await page.goto(linkIn(mail, 'property'))
  const frame = await bookingFrame(page)
  await pickStay(frame, await freeStay(PROPERTY, 3, { site: site.url }))
  await expect(frameTotal(frame)).toHaveText(/^\$0(?:\.00)?$/)
  await writeGuest(frame, { name: GUEST.name, email: to, phone: GUEST.phone })
  await bookButton(frame).click()
  const reference = await referenceOf(frame)
  await saveScreenshot(page.locator('#book iframe'), 'booked')
  // A page that still loads would miss the site.
  await page.close()

  expect((await byForms.open(`/admin/bookings/${reference}`)).text).toMatch(/Your prize, code PRIZE-/)
  expect((await byForms.open('/staycation')).text).toMatch(/Won last: Ada from Colorado, /)
  expect((await byForms.open('/staycation/rules')).text).toContain('The winner has 7 days from our email')
  await site.stop()
  await rm(dataDir, { recursive: true })
})
