import { rm } from 'node:fs/promises'
import { addDays } from '#app/shared/dates.ts'
import { formatAmount, formatMoney } from '#app/shared/money.ts'
import { type StripeServer, startStripeServer } from '#test/servers/stripe-server.ts'
import { expectAccessible } from '../axe.ts'
import { bookButton, bookingFrame, GUEST, referenceOf, untilHydrated, writeGuest } from '../booking-frame.ts'
import { mailTo } from '../mailbox.ts'
import { expect, test } from '../page.ts'
import { demoDataDir, type Site, startSite } from '../site.ts'
import { bookByCall, countUnavailableNights, freeStay, pathOf, totalsOf } from '../stays.ts'
import { stripeSettings } from '../stripe-settings.ts'

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

test('a guest books a property by card in its frame, and sees the payment on the guest page', async ({ visit }) => {
  const stay = await freeStay('spacious-condo', 4, { site: site.url })
  const cents = (await totalsOf(stay, site.url))['spacious-condo'] ?? 0
  const total = formatAmount(cents)
  const path = site.url + pathOf('spacious-condo', stay)
  const page = await visit(path)
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

  await frame.getByLabel('Card number').fill(UNSURE)
  expect(posts.slice(0, 2), 'what the group was sent is what is held').toEqual(['/api/quotes', '/api/holds'])
  expect(await policyOf(frame.url())).toContain(stripe.url)
  expect(await policyOf(path)).not.toContain(stripe.url)
  await frame.getByRole('button', { name: `Pay ${total} and book` }).click()
  await frame.getByRole('button', { name: 'Complete authentication' }).click()
  await frame.getByRole('heading', { name: 'You’re booked.' }).waitFor()
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

  await page.goto(path)
  const again = await bookingFrame(page)
  await again.getByText('You’ve already booked or requested these nights.').waitFor()
  await page.goto(receipt ?? '')
  await page.getByText('Booked at this price.').waitFor()
})

test('a declined card books nothing; another one, used in two tabs during a brief outage, is charged once', async ({
  visit,
}) => {
  const stay = await freeStay('lake-keowee', 4, { site: site.url })
  const { payUrl: address } = (await (await bookByCall('lake-keowee', stay, site.url)).json()) as { payUrl: string }
  const expected = [/^40[02] POST .*\/v1\/payment_intents\//, /ERR_FAILED POST .*\/embed\/pay\//]
  const [page, other] = [await visit(address, { width: 390, expected }), await visit(address, { expected })]
  for (const tab of [page, other]) await untilHydrated(tab)
  const pay = async (tab: typeof page, card: string) => {
    await tab.getByLabel('Card number').fill(card)
    await tab.getByRole('button', { name: /^Pay / }).click()
  }
  for (const tab of [page, other]) {
    await tab.getByLabel('Card number').waitFor()
    await expectAccessible(tab)
  }
  const before = captures()
  await pay(page, DECLINED)
  await page.getByRole('alert').filter({ hasText: 'Your card was declined. You haven’t been charged' }).waitFor()
  expect(captures()).toBe(before)

  await page.route('**/embed/pay/**', (route) =>
    route.request().method() === 'POST' ? route.abort('failed') : route.continue(),
  )
  await pay(page, GOOD)
  await page
    .getByRole('alert')
    .filter({ hasText: 'Your bank approved the payment, but our site isn’t responding' })
    .waitFor()
  await page.unrouteAll()
  await pay(other, GOOD)
  await other.getByRole('heading', { name: 'You’re booked.' }).waitFor()
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByRole('heading', { name: 'You’re booked.' }).waitFor()
  expect(captures()).toBe(before + 1)
  expect(stripe.intents().at(-1)).toMatchObject({ status: 'succeeded' })

  await expectAccessible(other)
  const late = await visit(address)
  await late.getByRole('heading', { name: 'You’re booked.' }).waitFor()
  await expect(late.getByRole('button')).toHaveCount(0)
})

test('while the payment service is unavailable, guests who book, look or have paid see a message; later it recovers', async ({
  visit,
}) => {
  const stay = await freeStay('spacious-condo', 3, { site: site.url })
  away()
  const refused = await bookByCall('spacious-condo', stay, site.url)
  expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'payment-unavailable' }])
  back()
  const other = await freeStay('spacious-condo', 3, { site: site.url })
  const { payUrl: address } = (await (await bookByCall('spacious-condo', other, site.url)).json()) as { payUrl: string }
  away()
  const page = await visit(address)
  await page.getByText('The payment service isn’t responding right now').waitFor()
  back()
  await page.reload()
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

test('with JavaScript off a guest reads that paying needs it, and how to contact the operator', async ({ visit }) => {
  const stay = await freeStay('large-luxury', 4, { site: site.url })
  const { payUrl } = (await (await bookByCall('large-luxury', stay, site.url)).json()) as { payUrl: string }
  const page = await visit(payUrl, { javaScript: false })
  // Playwright reads no text in <noscript>.
  const notice = page.locator('noscript p')
  await expect(notice).toContainText('Paying by card needs JavaScript.')
  await expect(page.getByRole('button')).toHaveCount(0)
  await notice.locator('a').click()
  await expect(page.locator('[name=checkIn]')).toHaveValue(stay.checkIn)
})

test('a guest who goes back from payment still holds the nights and pays; others in the group cannot take them', async ({
  visit,
}) => {
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

test('a guest who called pays by a link, and the difference by another one after the stay was moved', async ({
  visit,
}) => {
  const stay = { ...(await freeStay('spacious-condo', 4, { site: site.url })), children: 0 }
  const longer = { ...stay, checkOut: addDays(stay.checkOut, 1) }
  const totalOf = async (one: typeof stay) => (await totalsOf(one, site.url))['spacious-condo'] ?? 0
  const total = await totalOf(stay)
  const difference = (await totalOf(longer)) - total
  const before = { intents: stripe.intents().length, captures: captures() }
  const query = new URLSearchParams({ home: 'spacious-condo', checkIn: stay.checkIn, checkOut: stay.checkOut })
  const operator = await visit(`${site.url}/admin/bookings/new?${query}`)
  await untilHydrated(operator)
  await operator.getByLabel('Name', { exact: true }).fill('Ida Phone')
  await operator.getByLabel('Email', { exact: true }).fill('ida@example.com')
  await operator.getByLabel('By card, with a link for the guest').check()
  await operator.getByLabel('Email the confirmation to the guest').check()
  await operator.getByRole('button', { name: /^Book / }).dblclick()
  const link = operator.getByLabel('Ida Phone can pay')
  await expect(link).toHaveValue(/\/embed\/pay\//)
  await expectAccessible(operator)

  const mail = await mailTo(dataDir, 'ida@example.com', /Confirmed/)
  expect(mail.text).toContain(`Please pay ${formatAmount(total)} by card`)
  const stayPath = /\/stay\/[\w-]+/.exec(mail.html ?? '')?.[0] ?? ''
  const guest = await visit(site.url + stayPath, { width: 390 })
  await guest.getByRole('link', { name: `Pay ${formatAmount(total)}` }).click()
  await untilHydrated(guest)
  await guest.getByLabel('Card number').fill(GOOD)
  await guest.getByRole('button', { name: `Pay ${formatAmount(total)}`, exact: true }).dblclick()
  await guest.getByRole('heading', { name: 'Thank you, that’s paid.' }).waitFor()
  await expect(guest.getByRole('link', { name: 'Your stay' })).toHaveAttribute('href', stayPath)

  await operator.getByRole('link', { name: 'Move to other dates' }).click()
  await untilHydrated(operator)
  await operator.getByLabel('Check-out').fill(longer.checkOut)
  await operator.getByText(`${formatMoney(difference)} will still be to pay`).waitFor()
  await operator.getByRole('button', { name: 'Move the stay' }).dblclick()
  await operator.getByRole('button', { name: `Ask for ${formatMoney(difference)} by card` }).dblclick()
  await expect(link).toHaveValue(/\/embed\/pay\//)
  const asked = await mailTo(dataDir, 'ida@example.com', /^Please pay/)
  const payPath = /\/embed\/pay\/[\w-]+/.exec(asked.html ?? '')?.[0] ?? ''
  away()
  // Somebody whom the guest asked to pay.
  const friend = await visit(site.url + payPath, { width: 390 })
  await friend.getByText('You won’t be charged twice, and the stay is booked.').waitFor()
  back()
  await friend.getByRole('link', { name: 'Check again' }).click()
  await untilHydrated(friend)
  await friend.getByLabel('Card number').fill(GOOD)
  await friend.getByRole('button', { name: `Pay ${formatAmount(difference)}`, exact: true }).click()
  await friend.getByRole('heading', { name: 'Thank you, that’s paid.' }).waitFor()
  await expect(friend.getByRole('link')).toHaveText(['Back to the home'])
  const [, secret = ''] = stayPath.split('/stay/')
  expect(await friend.content()).not.toContain(secret)
  await expectAccessible(friend)

  await operator.reload()
  await operator.getByText('Difference, paid by card').waitFor()
  await expect(operator.getByText('Still to be paid')).toHaveCount(0)
  expect([stripe.intents().length - before.intents, captures() - before.captures]).toEqual([2, 2])
})

test('a withdrawn link to pay and a replaced link to the stay say so, and whom to ask', async ({ visit }) => {
  const stay = { ...(await freeStay('lake-keowee', 4, { site: site.url })), children: 0 }
  const query = new URLSearchParams({ home: 'lake-keowee', checkIn: stay.checkIn, checkOut: stay.checkOut })
  const operator = await visit(`${site.url}/admin/bookings/new?${query}`, { width: 390 })
  await untilHydrated(operator)
  await operator.getByLabel('Name', { exact: true }).fill('Rosa Link')
  await operator.getByLabel('Email', { exact: true }).fill('rosa@example.com')
  await operator.getByLabel('By card, with a link for the guest').check()
  await operator.getByLabel('Email the confirmation to the guest').check()
  await operator.getByRole('button', { name: /^Book / }).click()
  const payUrl = await operator.getByLabel('Rosa Link can pay').inputValue()
  const confirmed = await mailTo(dataDir, 'rosa@example.com', /Confirmed/)
  const pathIn = (html: string | undefined) => /\/stay\/[\w-]+/.exec(html ?? '')?.[0] ?? ''
  const before = pathIn(confirmed.html)

  await operator.getByRole('button', { name: 'Withdraw the link' }).click()
  await operator.getByRole('button', { name: /^Ask for / }).waitFor()
  const friend = await visit(payUrl, { width: 390 })
  await friend.getByRole('heading', { name: 'This link to pay was withdrawn.' }).waitFor()
  await friend.getByRole('link', { name: 'Contact us' }).waitFor()
  await expectAccessible(friend)

  await operator.getByText('Replace the guest’s link').click()
  await operator.getByText('is emailed to rosa@example.com').waitFor()
  await expectAccessible(operator)
  await operator.getByRole('button', { name: 'Replace the link' }).dblclick()
  await operator.getByText('Link to the guest’s page replaced').waitFor()
  const renewed = await mailTo(dataDir, 'rosa@example.com', /New link to your stay/)
  const after = pathIn(renewed.html)
  expect(after).not.toBe(before)
  const guest = await visit(site.url + before, { width: 390, status: 410 })
  await guest.getByRole('heading', { name: 'This link was replaced' }).waitFor()
  await guest.getByRole('link', { name: 'Email us' }).waitFor()
  await expectAccessible(guest)
  await guest.goto(site.url + after)
  await guest.getByText('Rosa').first().waitFor()
})
