import { rm } from 'node:fs/promises'
import { addDays } from '#app/shared/dates.ts'
import { formatAmount, formatMoney } from '#app/shared/money.ts'
import { fieldOf, formOf } from '#test/requests/served-page.ts'
import { type StripeServer, startStripeServer } from '#test/servers/stripe-server.ts'
import { expectAccessible } from '../axe.ts'
import { bookButton, bookingFrame, GUEST, referenceOf, untilHydrated, writeGuest } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { mailTo } from '../mailbox.ts'
import { expect, test } from '../page.ts'
import { linkOf } from '../served-addresses.ts'
import { demoDataDir, type Site, startSite } from '../site.ts'
import { bookByCall, countUnavailableNights, freeStay, pathOf, totalsOf } from '../stays.ts'
import { stripeSettings } from '../stripe-settings.ts'
import { bookByHand, linkToPay, pathIn, payOn } from './links-to-pay.ts'

/*
 * These tests do not call Stripe: a local server replaces its API and its script, and both say so. They
 * test only this site's part.
 */
let stripe: StripeServer
let site: Site
let dataDir: string
test.beforeAll(async () => {
  test.setTimeout(120_000)
  stripe = await startStripeServer()
  dataDir = await demoDataDir()
  site = await startSite({ DATA_DIR: dataDir, ...stripeSettings(stripe) })
})
test.afterAll(async () => {
  await site?.stop()
  await stripe?.close()
  await rm(dataDir, { recursive: true, force: true })
})

const GOOD = '4242 4242 4242 4242'
const DECLINED = '4000 0000 0000 0002'
const UNSURE = '4000 0025 0000 3155'
const captures = () => stripe.calls.filter((call) => call.endsWith('/capture')).length
/** Jobs of the site call it, too: how many requests fail before a guest’s is not known. */
const away = () => stripe.breakNetwork('before', 1000)
const back = () => stripe.mendNetwork()
const policyOf = async (url: string) => (await fetch(url)).headers.get('content-security-policy') ?? ''

test('a guest books a property by card in its frame after a declined one and a lost answer, sees the payment on the guest page, and cancels with a refund', async ({
  visit,
}) => {
  const stay = await freeStay('spacious-condo', 4, { site: site.url })
  const cents = (await totalsOf(stay, site.url))['spacious-condo'] ?? 0
  const total = formatAmount(cents)
  const path = site.url + pathOf('spacious-condo', stay)
  const expected = [/^402 POST .*\/v1\/payment_intents\//, /ERR_FAILED POST .*\/embed\/pay\//]
  const page = await visit(path, { expected })
  const frame = await bookingFrame(page)
  await expect(bookButton(frame)).toHaveText(`Book and pay ${total} today`)
  const steps = frame.getByRole('list', { name: 'What happens next' }).getByRole('listitem')
  await expect(steps.nth(1)).toHaveText(`You pay ${total} by card on the next page`)
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(new URL(request.url()).pathname))
  await frame.getByRole('button', { name: 'Share this quote with your group' }).click()
  const receipt = await frame.getByRole('link', { name: 'View quote' }).getAttribute('href')
  await writeGuest(frame)
  await bookButton(frame).click()

  await frame.getByLabel('Card number').fill(DECLINED)
  expect(posts.slice(0, 2), 'what the group was sent is what is held').toEqual(['/api/quotes', '/api/holds'])
  expect(await policyOf(frame.url())).toContain(stripe.url)
  expect(await policyOf(path)).not.toContain(stripe.url)
  await expectAccessible(page, '#book')
  const before = captures()
  await frame.getByRole('button', { name: `Pay ${total} and book` }).click()
  await frame.getByRole('alert').filter({ hasText: 'Your card was declined. You haven’t been charged' }).waitFor()
  expect(captures()).toBe(before)

  await page.route('**/embed/pay/**', (route) =>
    route.request().method() === 'POST' ? route.abort('failed') : route.continue(),
  )
  await frame.getByLabel('Card number').fill(UNSURE)
  await frame.getByRole('button', { name: `Pay ${total} and book` }).click()
  await frame.getByRole('button', { name: 'Complete authentication' }).click()
  const lost = 'Your bank approved the payment, but our site isn’t responding'
  await frame.getByRole('alert').filter({ hasText: lost }).waitFor()
  await page.unrouteAll()
  await frame.getByRole('button', { name: 'Check again' }).click()
  await frame.getByRole('heading', { name: 'You’re booked.' }).waitFor()
  expect(captures()).toBe(before + 1)
  const reference = await referenceOf(frame)
  await frame.getByText(`Your confirmation goes to ${GUEST.email}.`).waitFor()
  expect(await countUnavailableNights('spacious-condo', stay, site.url)).toBe(4)

  const [stayPage] = await Promise.all([
    page.context().waitForEvent('page'),
    frame.getByRole('link', { name: 'Your stay' }).click(),
  ])
  await stayPage.getByText(reference).waitFor()
  const paid = stayPage.locator('dl', { has: stayPage.getByText('Paid by card') })
  await expect(paid.getByRole('definition')).toHaveText([formatMoney(cents)])

  const quote = await visitByRequests(site.url).open(new URL(receipt ?? '').pathname)
  expect(quote.text).toContain('Booked at this price.')

  // Two weeks ahead, half of it goes back.
  await untilHydrated(stayPage)
  await stayPage.locator('summary', { hasText: 'Cancel this stay' }).click()
  await stayPage.setViewportSize({ width: 390, height: 900 })
  await expectAccessible(stayPage)
  const half = formatAmount(Math.round(cents / 2))
  await stayPage.getByRole('button', { name: `Cancel and get ${half} back` }).click()
  await stayPage.getByRole('heading', { name: 'This stay is canceled' }).waitFor()
  expect(stripe.refundedOf(stripe.intents().at(-1)?.id ?? '')).toBe(Math.round(cents / 2))
  expect(await countUnavailableNights('spacious-condo', stay, site.url)).toBe(0)
})

test('a booking whose page to pay is open in two tabs is charged once', { tag: '@slow' }, async ({ visit }) => {
  const stay = await freeStay('lake-keowee', 4, { site: site.url })
  const { payUrl: address } = (await (await bookByCall('lake-keowee', stay, site.url)).json()) as { payUrl: string }
  const page = await visit(address, { width: 390, expected: [/^40[02] POST .*\/v1\/payment_intents\//] })
  const other = await page.context().newPage()
  await other.goto(address)
  for (const tab of [page, other]) {
    await untilHydrated(tab)
    await tab.getByLabel('Card number').fill(GOOD)
    await expectAccessible(tab)
  }
  const before = captures()
  await other.getByRole('button', { name: /^Pay / }).click()
  await other.getByRole('heading', { name: 'You’re booked.' }).waitFor()
  await page.getByRole('button', { name: /^Pay / }).click()
  await page.getByRole('heading', { name: 'You’re booked.' }).waitFor()
  expect(captures()).toBe(before + 1)
  await expectAccessible(other)
  const late = await visitByRequests(site.url).open(address)
  expect([late.headings.includes('You’re booked.'), late.forms]).toEqual([true, []])
})

test('while the payment service is unavailable, guests who book or look see a message; later it recovers', async () => {
  const stay = await freeStay('spacious-condo', 3, { site: site.url })
  away()
  const refused = await bookByCall('spacious-condo', stay, site.url)
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'payment-unavailable' }])
  back()
  const other = await freeStay('spacious-condo', 3, { site: site.url })
  const { payUrl } = (await (await bookByCall('spacious-condo', other, site.url)).json()) as { payUrl: string }
  const guest = visitByRequests(site.url)
  away()
  expect((await guest.open(payUrl)).text).toContain('The payment service isn’t responding right now')
  back()
  const ready = await guest.open(payUrl)
  expect(ready.text).not.toContain('isn’t responding')
  expect((await payOn(stripe, ready)).headings).toContain('You’re booked.')
})

test('a guest who has paid while the payment service is unavailable is told so, and finds the booking later', {
  tag: '@slow',
}, async ({ visit }) => {
  const stay = await freeStay('spacious-condo', 3, { site: site.url })
  const { payUrl: address } = (await (await bookByCall('spacious-condo', stay, site.url)).json()) as { payUrl: string }
  const page = await visit(address)
  await untilHydrated(page)
  await page.getByLabel('Card number').fill(GOOD)
  await page.route('**/embed/pay/**', async (route) => {
    away()
    await route.continue()
  })
  await page.getByRole('button', { name: /^Pay / }).click()
  await page
    .getByRole('alert')
    .filter({ hasText: 'Your bank approved the payment, but the payment service isn’t' })
    .waitFor()
  await page.unrouteAll()
  back()
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByRole('heading', { name: 'You’re booked.' }).waitFor()
})

test('with JavaScript off a guest reads that paying needs it, and how to contact the operator', async () => {
  const stay = await freeStay('large-luxury', 4, { site: site.url })
  const { payUrl } = (await (await bookByCall('large-luxury', stay, site.url)).json()) as { payUrl: string }
  const guest = visitByRequests(site.url)
  const page = await guest.open(payUrl)
  const [notice = ''] = /<noscript><p.*?<\/noscript>/s.exec(page.html) ?? []
  expect(notice).toContain('Paying by card needs JavaScript.')
  const contact = page.links.find(({ href }) => notice.includes(href.replaceAll('&', '&amp;')))
  const form = formOf(await guest.open(contact?.href ?? ''), { button: 'Send message' })
  expect(fieldOf(form, 'checkIn').value).toBe(stay.checkIn)
})

test('a guest who goes back from payment still holds the nights and pays; others in the group cannot take them', {
  tag: '@slow',
}, async ({ visit }) => {
  const stay = await freeStay('luxury-amenities', 4, { site: site.url })
  const page = await visit(site.url + pathOf('luxury-amenities', stay))
  const frame = await bookingFrame(page)
  const held = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/api/holds')
  await writeGuest(frame)
  const holdId = ((await (await held).json()) as { id: string }).id
  await bookButton(frame).click()
  await frame.getByLabel('Card number').waitFor()

  const attempt = await bookByCall('luxury-amenities', { ...stay, holdId } as typeof stay, site.url)
  expect(attempt.status).toBe(409)

  await page.evaluate(() => window.history.back())
  await frame.waitForURL(/\/embed\/book\//)
  await untilHydrated(frame)
  await writeGuest(frame)
  await bookButton(frame).click()
  await frame.getByLabel('Card number').fill(GOOD)
  await frame.getByRole('button', { name: / and book$/ }).click()
  await frame.getByRole('heading', { name: 'You’re booked.' }).waitFor()
})

test('a guest who called pays by a link, and the difference by another one after the stay was moved', async () => {
  const stay = { ...(await freeStay('spacious-condo', 4, { site: site.url })), children: 0 }
  const longer = { ...stay, checkOut: addDays(stay.checkOut, 1) }
  const totalOf = async (one: typeof stay) => (await totalsOf(one, site.url))['spacious-condo'] ?? 0
  const total = await totalOf(stay)
  const difference = (await totalOf(longer)) - total
  const before = { intents: stripe.intents().length, captures: captures() }
  const { operator, booking } = await bookByHand(site.url, stay, 'spacious-condo', {
    Name: 'Ida Phone',
    Email: 'ida@example.com',
  })
  expect(linkToPay(booking)).not.toBe('')

  const mail = await mailTo(dataDir, 'ida@example.com', /Confirmed/)
  expect(mail.text).toContain(`Please pay ${formatAmount(total)} by card`)
  const stayPath = pathIn(mail, 'stay')
  const guest = visitByRequests(site.url)
  const own = await guest.open(linkOf(await guest.open(stayPath), new RegExp(`^Pay \\${formatAmount(total)}`)))
  expect((await payOn(stripe, own)).headings).toContain('Thank you, that’s paid.')

  const form = await operator.open(linkOf(await operator.open(booking.url.pathname), /^Move to other dates/))
  const checked = await operator.send(form, { button: /^Check/ }, { 'Check-out': longer.checkOut })
  expect(checked.text).toContain(`${formatMoney(difference)} will still be to pay`)
  const moved = await operator.send(checked, { button: 'Move the stay' })
  const asking = await operator.send(moved, { button: `Ask for ${formatMoney(difference)} by card` })
  expect(linkToPay(asking)).not.toBe('')
  const asked = await mailTo(dataDir, 'ida@example.com', /^Please pay/)
  // Somebody whom the guest asked to pay.
  const friend = visitByRequests(site.url)
  away()
  const waiting = await friend.open(pathIn(asked, 'embed/pay'))
  expect(waiting.text).toContain('You won’t be charged twice, and the stay is booked.')
  back()
  const ready = await friend.open(linkOf(waiting, /^Check again/))
  expect(ready.text).toContain(formatAmount(difference))
  const paid = await payOn(stripe, ready)
  expect(paid.headings).toContain('Thank you, that’s paid.')
  expect(paid.links.map(({ label }) => label)).toEqual(['Back to the home'])
  const [, secret = ''] = stayPath.split('/stay/')
  expect(paid.html).not.toContain(secret)

  const done = await operator.open(booking.url.pathname)
  expect(done.text).toContain('Difference, paid by card')
  expect(done.text).not.toContain('Still to be paid')
  expect([stripe.intents().length - before.intents, captures() - before.captures]).toEqual([2, 2])
})

test('a withdrawn link to pay and a replaced link to the stay say so, and whom to ask', async () => {
  const stay = { ...(await freeStay('lake-keowee', 4, { site: site.url })), children: 0 }
  const { operator, booking } = await bookByHand(site.url, stay, 'lake-keowee', {
    Name: 'Rosa Link',
    Email: 'rosa@example.com',
  })
  const before = pathIn(await mailTo(dataDir, 'rosa@example.com', /Confirmed/), 'stay')
  const withdrawn = await operator.send(booking, { button: 'Withdraw the link' })
  const buttons = withdrawn.forms.flatMap((form) => form.buttons.map(({ label }) => label))
  expect(buttons).toContainEqual(expect.stringMatching(/^Ask for /))
  expect(withdrawn.text).toContain('is emailed to rosa@example.com')
  const replaced = await operator.send(withdrawn, { button: 'Replace the link' })
  expect(replaced.text).toContain('Link to the guest’s page replaced')
  const after = pathIn(await mailTo(dataDir, 'rosa@example.com', /New link to your stay/), 'stay')
  expect(after).not.toBe(before)
  expect((await visitByRequests(site.url).open(after)).text).toContain('Rosa')

  const guest = visitByRequests(site.url)
  for (const [path, heading, whom] of [
    [linkToPay(booking), 'This link to pay was withdrawn.', /^Contact us/],
    [before, 'This link was replaced', /^Email us/],
  ] as const) {
    const page = await guest.open(path)
    expect([page.headings, page.links.map(({ label }) => label)]).toEqual([
      expect.arrayContaining([heading]),
      expect.arrayContaining([expect.stringMatching(whom)]),
    ])
    if (path === before) expect(page.status).toBe(410)
  }
})
