import { setTimeout as wait } from 'node:timers/promises'
import { linkIn, mailsOf, mailTo } from '../mailbox.ts'
import { expect } from '../page.ts'
import { freeStay } from '../stays.ts'
import { testDemo } from './engines.ts'
import type { Visitor } from './visitor.ts'

const PROPERTY = 'spacious-condo'
const NAME = 'Win three nights'
const QUICK_MS = 4_000
/** Closing and drawing ask before they do it, which Chromium logs. */
const EXPECTED = /status of 409/

/** Fills a date picker: each engine has its own. */
function pickMoments(moments: Record<string, string>) {
  for (const [label, moment] of Object.entries(moments)) {
    const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === label)
    if (!(found?.control instanceof HTMLInputElement)) throw new Error(`There is no field ${label}.`)
    found.control.value = moment
    found.control.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

const wall = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16)

/** The first giveaway of a site: its prize is a stay. */
async function start(operator: Visitor) {
  await operator.open('/admin/giveaway')
  await operator.click('button', 'Remove “Win a free stay”')
  await operator.see('p', 'There is none yet')
  await operator.choose('Prize: a stay at', PROPERTY)
  await operator.click('button', 'Fill in this prize')
  await operator.see('p', '3 nights cost two guests')
  await operator.write('Name', NAME)
  await operator.evaluate(pickMoments, { 'Entries open': wall(-1), 'Entries close': wall(30) })
  // Dice can be thrown at once; the numbers of a lottery are those of a later day.
  await operator.choose('Form of the seed', 'dice')
  await operator.click('button', 'Save as a draft')
  await operator.see('h2', NAME)
  await operator.hydrated()
  await operator.click('summary', 'Open it to guests')
  await operator.click('button', 'Open the giveaway')
  await operator.see('p', 'Open until ')
}

async function enter(guest: Visitor) {
  await guest.open('/staycation')
  await guest.write('Full name', 'Ada Guest')
  await guest.write('Email', 'ada@example.com')
  await guest.write('Phone', '(970) 555-0123')
  await guest.choose('State', 'CO')
  await guest.write('Zip code', '80487')
  await wait(QUICK_MS)
  await guest.click('button', 'Enter the giveaway')
  await guest.see('h2', 'You’re in')
}

/** The entries are closed and frozen, the winner drawn and written to. */
async function draw(operator: Visitor) {
  await operator.open('/admin/giveaway')
  await operator.click('summary', 'End it now')
  await operator.write('Reason', 'The lodge is full')
  await operator.click('button', 'Close the entries now')
  await operator.click('button', 'Save anyway')
  await operator.see('p', 'Closed on ')
  await operator.click('summary', 'Freeze the entries')
  await operator.click('button', 'Freeze and publish the list')
  await operator.see('summary', 'Enter the seed')
  await operator.hydrated()
  await operator.click('summary', 'Enter the seed')
  await operator.write('Seed', '4 1 6 6 2 3')
  await operator.click('button', 'Draw the winner')
  await operator.click('button', 'Save anyway')
  await operator.click('summary', 'Write to the winner')
  await operator.click('button', 'Send the email')
  await operator.see('p', 'You wrote to the winner on ')
}

async function accept(winner: Visitor, link: string) {
  await winner.open(link)
  await winner.click('button', 'Accept the prize')
  await winner.see('h1', 'It’s yours')
}

async function makeCode(operator: Visitor) {
  await operator.open('/admin/giveaway')
  await operator.click('summary', 'Make the prize code')
  await operator.choose('Home', PROPERTY)
  await operator.rewrite('Nights at most', '3')
  await operator.click('button', 'Make the code and send it')
  await operator.see('p', 'The winner accepted, and has the code PRIZE-')
}

/** The code is in the link: the stay costs nothing. */
async function book(winner: Visitor, link: string, site: string) {
  const stay = await freeStay(PROPERTY, 3, { site })
  await winner.open(link)
  await winner.inFrame('#book iframe', async () => {
    await winner.click('button', 'Check availability')
    await winner.pickStay(stay.checkIn, stay.checkOut)
    await winner.see('.booking-total', '$0')
    await winner.click('button', 'Request to book')
    await winner.write('Name', 'Ada Guest')
    await winner.write('Email', 'ada@example.com')
    await winner.write('Phone', '+1 970 555 0100')
    await winner.click('button', 'Request to book')
    await winner.see('h2', 'Thanks, Ada.')
  })
}

testDemo('a giveaway is made, entered, drawn, won, and booked with its code', { expected: EXPECTED }, async (demo) => {
  const { visit, dataDir, site } = demo
  const written = async () => (await mailsOf(dataDir)).find(({ subject }) => subject?.startsWith('You won'))
  await visit(1440, start)
  await visit(390, enter)
  await visit(1440, draw)
  await expect.poll(async () => (await written()) !== undefined).toBe(true)
  const won = await written()
  if (!won) throw new Error('nobody was written to')
  await visit(390, (winner) => accept(winner, linkIn(won, 'staycation/won')))
  await visit(1440, makeCode)
  const code = await mailTo(dataDir, won.to?.[0]?.address ?? '', /^Book your prize/)
  await visit(390, (winner) => book(winner, linkIn(code, 'property'), site))
})
