import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Visitor } from '#test/requests/visitor.ts'
import {
  bookButton,
  bookingFrame,
  frameTotal,
  pickStay,
  referenceOf,
  untilHydrated,
  writeGuest,
} from '../booking-frame.ts'
import { GUEST } from '../entry-page.ts'
import { visitByRequests } from '../form-requests.ts'
import { look, takePicture } from '../look.ts'
import { linkIn, mailsOf, mailTo } from '../mailbox.ts'
import { expect, test } from '../page.ts'
import { demoDataDir, startSite } from '../site.ts'
import { freeStay } from '../stays.ts'

const WIDTHS = [390, 820, 1440]
const HOME = 'spacious-condo'
const NAME = 'Win three nights'
const ADMIN = '/admin/giveaway'

const CLOCK = resolve(import.meta.dirname, '../set-clock.ts')
const tomorrow = () => new Date(Date.now() + 25 * 3_600_000).toISOString()

const wall = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)

/** The first giveaway of a site: its prize is a stay. */
async function start(operator: Visitor) {
  const none = await operator.send(await operator.open(ADMIN), { button: 'Remove “Win a free stay”' })
  expect(none.text).toContain('There is none yet')
  const prize = await operator.send(none, { button: 'Fill in this prize' }, { home: HOME, nights: '3' })
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

/** The entries are closed and frozen. Closing asks before it is done. */
async function freezeEntries(operator: Visitor) {
  const anyway = { button: 'Save anyway' }
  const close = { button: 'Close the entries now' }
  const closing = await operator.send(await operator.open(ADMIN), close, { Reason: 'The lodge is full' })
  const closed = await operator.send(closing, anyway)
  expect(closed.text).toContain('Closed on ')
  const frozen = await operator.send(closed, { button: 'Freeze and publish the list' })
  expect(frozen.text).toContain('The list was frozen on')
  expect(frozen.text).toContain('You can enter it then.')
}

/** The winner is drawn, which asks before it is done. */
async function drawWinner(operator: Visitor) {
  const frozen = await operator.open(ADMIN)
  const drawing = await operator.send(frozen, { button: 'Draw the winner' }, { Seed: '5 12 33 41 60 9' })
  const drawn = await operator.send(drawing, { button: 'Save anyway' })
  expect(drawn.text).toContain('Next, check that the winner is eligible')
}

test('a giveaway goes from its draft to the stay of its winner, with nothing to pay', async ({ visit }) => {
  test.setTimeout(180_000)
  const dataDir = await demoDataDir()
  const settings = { DATA_DIR: dataDir, LOG_LEVEL: 'error' }
  const before = await startSite(settings)
  const beforehand = visitByRequests(before.url)
  await start(beforehand)
  for (const email of ['maria@example.com', 'bo@example.com']) await enter(before.url, email)
  await freezeEntries(beforehand)
  await before.stop()
  // The lottery's numbers are those of a drawing a day after the close.
  const site = await startSite({ ...settings, NODE_OPTIONS: `--import=${CLOCK}`, CLOCK_FROM: tomorrow() })
  const byForms = visitByRequests(site.url)
  await drawWinner(byForms)
  const operator = await visit(site.url + ADMIN, { width: 390 })
  await look(operator, 'winner-drawn', WIDTHS)
  const written = await byForms.send(await byForms.open(ADMIN), { button: 'Send the email' })
  expect(written.text).toContain('There’s nothing to do until then')

  const find = async () => (await mailsOf(dataDir)).find(({ subject }) => subject?.startsWith('You won'))
  await expect.poll(async () => (await find()) !== undefined, { timeout: 20_000 }).toBe(true)
  const won = await find()
  const to = won?.to?.[0]?.address ?? ''
  const winner = await visit(won ? linkIn(won, 'staycation/won') : '', { width: 390 })
  await untilHydrated(winner)
  await expect(winner.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')
  await look(winner, 'winner', WIDTHS)
  await winner.getByRole('checkbox', { name: /^You may name me/ }).check()
  await winner.getByRole('button', { name: 'Accept the prize' }).click()
  await winner.getByRole('heading', { name: /^It’s yours/ }).waitFor()
  await look(winner, 'winner-accepted', WIDTHS)

  expect((await byForms.open('/admin')).text).toContain('Make the code of the prize')
  await operator.reload()
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
  await takePicture(winner.locator('#book iframe'), 'booking')
  await bookButton(frame).click()
  const reference = await referenceOf(frame)
  await takePicture(winner.locator('#book iframe'), 'booked')

  expect((await byForms.open(`/admin/bookings/${reference}`)).text).toMatch(/Your prize, code PRIZE-/)
  await winner.goto(`${site.url}/staycation`)
  await expect(winner.getByText(/^Won last: Ada from Colorado, /)).toBeVisible()
  await look(winner, 'won-last', WIDTHS)
  expect((await byForms.open('/staycation/rules')).text).toContain('The winner has 7 days from our email')
  // Pages that still load would miss the site.
  for (const open of [operator, winner]) await open.close()
  await site.stop()
  await rm(dataDir, { recursive: true })
})
