import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { startStripeServer } from '#test/servers/stripe-server.ts'
import { demoStay, MOMENT, type Screen, type Screenshot, type Studio, withoutChance } from './screenshots.ts'
import { newDataDir } from './site.ts'
import { bookByCall, SLUGS } from './stays.ts'
import { sendStripeEvent, stripeSettings } from './stripe-settings.ts'

/** The operator's pages are shown on a phone and at a desk. */
export const OPERATOR_SCREENS: Screen[] = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]

async function post(site: string, path: string, fields: Record<string, string>): Promise<string> {
  const options = { method: 'POST', headers: { origin: site }, body: new URLSearchParams(fields) }
  return (await fetch(site + path, { ...options, redirect: 'manual' })).text()
}

/** The address of the first booking of a list. */
async function firstBooking(site: string, view: string): Promise<string> {
  const list = await (await fetch(`${site}/admin/bookings?view=${view}`)).text()
  const [path] = /\/admin\/bookings\/[A-Z0-9]+-[A-Z0-9]+/.exec(list) ?? []
  if (!path) throw new Error(`The demo has no booking in the view ${view}.`)
  return path
}

/** A guest's message, of which the inbox has none in a new demo. */
async function writeMessage(site: string): Promise<string> {
  const message = { name: 'Sample guest', email: 'sample.guest@example.com', message: 'Is there room for our kayaks?' }
  await fetch(`${site}/api/contact`, {
    method: 'POST',
    headers: { origin: site, 'content-type': 'application/json' },
    body: JSON.stringify(message),
  })
  return '/admin/inbox'
}

/** The page of a cleaner whose link was just made. */
async function makeCleanerLink(site: string): Promise<string> {
  const page = await (await fetch(`${site}/admin/turnovers`)).text()
  const properties = [...page.matchAll(/name="propertyIds"[^>]* value="([^"]+)"/g)].map(([, id = '']) => [
    'propertyIds',
    id,
  ])
  const fields = new URLSearchParams([['intent', 'create'], ['name', 'Maria (sample)'], ['email', ''], ...properties])
  const made = await fetch(`${site}/admin/turnovers`, { method: 'POST', headers: { origin: site }, body: fields })
  const [path] = /\/turnovers\/[\w-]{43}/.exec(await made.text()) ?? []
  if (!path) throw new Error('The link was not made.')
  return path
}

/** A note beside the changes of the pictures before it. */
async function makeHistory(site: string): Promise<string> {
  const booking = await firstBooking(site, 'all')
  await post(site, booking, { intent: 'note', note: 'Sample note: they bring two kayaks.' })
  return '/admin/history'
}

/** The demo's giveaway with the winner of its draw, of whom there can be only one. */
async function drawWinner(_: string, { start, closing }: Studio): Promise<string> {
  const dataDir = await newDataDir()
  const before = await start({ DATA_DIR: dataDir })
  const site = before.url
  const entry = { fullName: 'Sample guest', email: 'sample.guest@example.com', phone: '970 555 0123' }
  await fetch(`${site}/api/entries`, {
    method: 'POST',
    headers: { origin: site, 'content-type': 'application/json' },
    body: JSON.stringify({ ...entry, state: 'CO', zipCode: '80487' }),
  })
  const page = await (await fetch(`${site}/admin/giveaway`)).text()
  const [, id = ''] = /<section class="card" aria-labelledby="([0-9a-f-]{36})"/.exec(page) ?? []
  const confirmed = 'yes'
  await post(site, '/admin/giveaway', { intent: 'end', id, reason: 'Sample reason', confirmed })
  await post(site, '/admin/giveaway', { intent: 'freeze', id })
  await before.stop()
  // The seed is known a day after the close.
  const after = await start({
    DATA_DIR: dataDir,
    CLOCK_FROM: new Date(MOMENT.getTime() + 25 * 3_600_000).toISOString(),
  })
  closing.push(() => rm(dataDir, { recursive: true }))
  await post(after.url, '/admin/giveaway', { intent: 'seed', id, seed: '5 12 33 41 60 9', confirmed })
  return `${after.url}/admin/giveaway`
}

/** A site whose guests pay by card, with two payouts. A guest disputes a payment of the second. */
async function makePayouts(_: string, { start, closing }: Studio): Promise<string> {
  const now = MOMENT.getTime() / 1000
  const stripe = await startStripeServer(() => now)
  closing.push(stripe.close)
  const { url } = await start(stripeSettings(stripe))
  const intents: string[] = []
  for (const slug of SLUGS.slice(0, 3)) {
    const booked = (await (await bookByCall(slug, demoStay(), url)).json()) as { clientSecret: string }
    const intent = booked.clientSecret.replace(/_secret_.*/, '')
    intents.push(intent)
    stripe.pay(intent)
    await sendStripeEvent(stripe, url, 'payment_intent.amount_capturable_updated', intent)
    if (intents.length === 2) await sendStripeEvent(stripe, url, 'payout.paid', stripe.payouts.payOut().id)
  }
  stripe.payouts.disputed(intents[0] ?? '', 20_000)
  stripe.payouts.move(-900, { type: 'stripe_fee', reporting_category: 'fee', description: 'Radar' })
  const last = stripe.payouts.payOut({ created: now + 1, status: 'in_transit', arrival_date: now + 2 * 86_400 })
  await sendStripeEvent(stripe, url, 'payout.paid', last.id)
  return `${url}/admin/money/payouts`
}

/** An owner of two homes, with a month that has stays and a cost. */
async function makeOwner(site: string): Promise<string> {
  const owners = '/admin/money/owners'
  const form = await (await fetch(site + owners)).text()
  const properties = [...form.matchAll(/name="properties"[^>]* value="([^"]+)"/g)].map(([, id = '']) => id).slice(0, 2)
  const terms = {
    intent: 'add-owner',
    name: 'Sample owner',
    email: 'sample.owner@example.com',
    receivesCleaningFee: 'on',
  }
  const body = new URLSearchParams({ ...terms, commissionPercent: '20', commissionOn: 'rent', commissionPerStay: '' })
  body.append('key', randomUUID())
  for (const id of properties) body.append('properties', id)
  await fetch(site + owners, { method: 'POST', headers: { origin: site }, body, redirect: 'manual' })
  const list = await (await fetch(site + owners)).text()
  const [path] = /\/admin\/money\/owners\/[0-9a-f-]{36}/.exec(list) ?? []
  if (!path) throw new Error('The owner was not added.')
  const cost = { intent: 'add-cost', description: 'Hot tub pump', spentOn: '2027-02-03', amount: '240.50', receipt: '' }
  await post(site, path, { ...cost, property: properties[0] ?? '', key: randomUUID() })
  return `${path}?month=2027-02`
}

const openFirst = (summary: string) => (page: Page) => page.getByText(summary, { exact: true }).first().click()

/** The form that writes to the winner. */
async function winnerForm(page: Page) {
  await openFirst('Write to the winner')(page)
  await withoutChance(page)
}

/** Those that change nothing come first: each looks the same, whichever of them are taken. */
export const OPERATOR_SCREENSHOTS: Screenshot[] = [
  { name: 'admin-today', path: '/admin', ready: withoutChance },
  { name: 'admin-booking', path: (site) => firstBooking(site, 'needs-me'), ready: withoutChance },
  { name: 'admin-calendar', path: '/admin/calendar' },
  { name: 'admin-prices', path: '/admin/homes/lake-keowee/prices', ready: openFirst('Edit nightly rates') },
  { name: 'admin-bookings', path: '/admin/bookings?view=all', ready: withoutChance },
  { name: 'admin-move', path: async (site) => `${await firstBooking(site, 'arriving')}/move` },
  { name: 'admin-home-page', path: '/admin/homes/lake-keowee/page?section=story' },
  { name: 'admin-guide', path: '/admin/homes/lake-keowee/guide' },
  { name: 'admin-new-booking', path: '/admin/bookings/new' },
  { name: 'admin-why', path: '/admin/homes/lake-keowee/why?month=2027-07&night=2027-07-09' },
  { name: 'admin-codes', path: '/admin/codes' },
  { name: 'admin-calendars', path: '/admin/calendars' },
  { name: 'admin-messages', path: '/admin/messages', ready: openFirst('Change it') },
  { name: 'admin-giveaway', path: '/admin/giveaway', ready: withoutChance },
  { name: 'admin-newsletter', path: '/admin/newsletter' },
  { name: 'admin-journal', path: '/admin/journal', ready: openFirst('Write a post') },
  { name: 'admin-business', path: '/admin/money/business' },
  { name: 'admin-lodging-tax', path: '/admin/money/lodging-tax?authority=South+Carolina&period=2027-02' },
  { name: 'admin-payouts', path: makePayouts, ready: withoutChance },
  { name: 'admin-reviews', path: '/admin/reviews' },
  { name: 'admin-people', path: '/admin/people' },
  { name: 'admin-api', path: '/admin/api', ready: withoutChance },
  { name: 'admin-personal-data', path: '/admin/personal-data' },
  { name: 'admin-inbox', path: writeMessage, ready: withoutChance },
  { name: 'admin-cleaner', path: makeCleanerLink },
  { name: 'admin-turnovers', path: '/admin/turnovers' },
  { name: 'admin-history', path: makeHistory, ready: withoutChance },
  { name: 'admin-giveaway-winner', path: drawWinner, ready: winnerForm },
  { name: 'admin-owner', path: makeOwner },
]
