import type { Locator, Page } from '@playwright/test'
import { addDays } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import type { Stay } from '#app/shared/stay.ts'
import { sampleGuides } from '#content/sample-guides.ts'
import { fieldOf, formOf } from '#test/requests/served-page.ts'
import { expectAccessible } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { mailTo } from '../mailbox.ts'
import { expect, test, type Visit } from '../page.ts'
import { siteDataDir, siteUrl } from '../site-url.ts'
import { bookByCall, countUnavailableNights, freeStay, propertyOf, type Slug, todayOf, totalsOf } from '../stays.ts'

const OPERATOR = 'hello@powderandcove.example'
const GUEST = 'otto@example.com'

/** Presses, and counts it. */
function counter() {
  let taps = 0
  return {
    async tap(target: Locator) {
      taps += 1
      await target.click()
    },
    taps: () => taps,
  }
}

const free = (slug: Slug, after?: Stay) => freeStay(slug, 4, { after: after?.checkOut })
const status = (page: Page) => page.locator('.page-top .state')
/** The answer about nights and price is faint while it is loaded again. */
const untilChecked = (page: Page) => expect(page.locator('.admin-answer')).toHaveCSS('opacity', '1')

/** A guest's request, and the link in the operator's mail about it. */
async function request(slug: Slug): Promise<{ reference: string; link: string }> {
  const answer = await bookByCall(slug, { ...(await free(slug)), children: 0 })
  const { reference } = (await answer.json()) as { reference: string }
  const mail = await mailTo(siteDataDir(), OPERATOR, new RegExp(`Booking request ${reference}`))
  const link = /href="([^"]*\/admin\/bookings\/[^"]*)"/.exec(mail.html ?? '')?.[1]
  return { reference, link: new URL(link ?? '').pathname }
}

/** The address in the mail is that of the site's settings, and its link is the first press. */
async function openLink(visit: Visit, link: string, width: number) {
  const { tap, taps } = counter()
  const page = await visit('/healthz', { width })
  await page.setContent(`<a href="${siteUrl()}${link}">Answer this request</a>`)
  await tap(page.getByRole('link', { name: 'Answer this request' }))
  await page.getByRole('list', { name: 'Steps of the stay' }).getByText('Your answer').waitFor()
  await untilHydrated(page)
  return { page, tap, taps }
}

for (const width of [360, 1440]) {
  test(`requests and stays are settled in few presses, at ${width} px`, { tag: width === 1440 ? '@slow' : [] }, async ({
    visit,
  }) => {
    test.setTimeout(120_000)
    const first = await request('large-luxury')
    const confirming = await openLink(visit, first.link, width)
    await expectAccessible(confirming.page)
    await confirming.tap(confirming.page.getByRole('button', { name: 'Confirm', exact: true }))
    await expect(status(confirming.page)).toHaveText('Confirmed')
    expect(confirming.taps()).toBe(2)
    await mailTo(siteDataDir(), GUEST, new RegExp(`Confirmed: .*${first.reference}`))

    const second = await request('luxury-amenities')
    const declining = await openLink(visit, second.link, width)
    await declining.tap(declining.page.getByText('Decline', { exact: true }))
    await expect(declining.page.getByText(/Another of our homes may be/)).toBeVisible()
    await expectAccessible(declining.page, 'main')
    await declining.tap(
      declining.page.getByRole('button', {
        name: 'Decline with this: The home isn’t available for those dates after all',
      }),
    )
    await expect(status(declining.page)).toHaveText('Declined')
    expect(declining.taps()).toBe(3)
    const told = await mailTo(siteDataDir(), GUEST, new RegExp(`can’t confirm .*${second.reference}`))
    expect(told.html).toContain('Another of our homes may be')

    const { tap, taps } = counter()
    const page = await visit(`/admin/bookings?view=all&q=${first.reference}`, { width })
    const tops = await page
      .locator('.admin-tabs a')
      .evaluateAll((tabs) => tabs.map((tab) => Math.round(tab.getBoundingClientRect().top)))
    expect(tops.filter((top) => top === tops.at(-1)).length, 'tabs in the last row').toBeGreaterThan(1)
    await tap(page.getByRole('link', { name: 'Otto Quick' }))
    await tap(page.getByText('Cancel this stay'))
    await page.getByText('No payment is recorded, so nothing goes back.').waitFor()
    await expect(page.getByRole('blockquote')).toContainText('As you asked, we canceled')
    await tap(page.getByRole('button', { name: 'Cancel the stay' }))
    await expect(status(page)).toHaveText('Canceled')
    expect(taps()).toBe(3)
    const canceled = await mailTo(siteDataDir(), GUEST, new RegExp(`Canceled: .*${first.reference}`))
    expect(canceled.html).toContain('If you have paid outside this site, tell us.')
  })
}

async function searchByKeyboard(page: Page) {
  await untilHydrated(page)
  await page.keyboard.press('/')
  await page.keyboard.type('sample:')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Guests and bookings' }).waitFor()
  await expect(page.locator('.more-list a').first()).toBeFocused()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('promo')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Promo codes' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/codes')
  await goByLetters(page)
  expect((await visitByRequests().open('/admin/search?q=demo-12')).url.pathname).toBe('/admin/bookings/DEMO-12')
}

/** `g` and a letter lead to a place, and `?` lists them, until keys without Ctrl are turned off. */
async function goByLetters(page: Page) {
  await untilHydrated(page)
  await page.keyboard.type('gi')
  await page.waitForURL('**/admin/inbox')
  await untilHydrated(page)
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys.getByText('Turnovers')).toBeVisible()
  await page.keyboard.type('gc')
  await keys.getByRole('checkbox').uncheck()
  await expect(keys.getByText('Turnovers')).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.type('gc/')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('searchbox')).toBeFocused()
  expect(new URL(page.url()).pathname).toBe('/admin/inbox')
}

test('the search finds a page by keyboard; a guest who calls is booked, pays by check, and moves; nothing is sent unless the operator says so', async ({
  visit,
}) => {
  test.setTimeout(120_000)
  const stay = { ...(await free('spacious-condo')), children: 0 }
  const { name } = propertyOf('spacious-condo')
  const total = formatMoney((await totalsOf(stay))['spacious-condo'] ?? 0)
  const query = new URLSearchParams({ property: 'spacious-condo', checkIn: stay.checkIn, checkOut: stay.checkOut })
  const page = await visit('/admin', { width: 360, expected: [/^400 POST .*bookings\/new/] })
  await test.step('the search', () => searchByKeyboard(page))
  await page.goto(`${siteUrl()}/admin/bookings/new?${query}`)
  await untilHydrated(page)
  await expect(page.getByLabel(`By the rates: ${total}`)).toBeChecked()
  await page.getByLabel('Adults').fill('30')
  await page.getByText('Guests couldn’t book this themselves.').waitFor()
  await page.getByLabel('Adults').fill('2')
  await page.getByText('Guests couldn’t book this themselves.').waitFor({ state: 'hidden' })
  await page.getByLabel('How they booked').selectOption('By email')
  await page.getByRole('button', { name: `Book ${name}` }).click()
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused()
  await expect(page.getByLabel('How they booked')).toHaveValue('email')
  await page.getByLabel('Name', { exact: true }).fill('Ida Phone')
  await page.getByLabel('Phone', { exact: true }).fill('(970) 555-0123')
  await page.getByLabel('Paid outside this site').check()
  await page.getByLabel('Paid so far, in dollars').fill('100')
  await page.getByLabel('How', { exact: true }).fill('check 1042')
  await untilChecked(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: `Book ${name}` }).click()
  await expect(status(page)).toHaveText('Confirmed')
  expect(await countUnavailableNights('spacious-condo', stay)).toBe(4)
  await page.getByText('Still to be paid').waitFor()
  const stream = page.getByRole('list', { name: 'Conversation and history' })
  await stream.getByText('check 1042').waitFor()
  await expect(stream.getByText('Email')).toHaveCount(0)

  const again = await visitByRequests().open(`/admin/bookings/new?${query}`)
  expect(again.text).toMatch(/Ida Phone \(.*\) has/)
  expect(again.forms.flatMap(({ buttons }) => buttons.map(({ label }) => label))).toContain('Taken')

  const other = { ...(await free('luxury-amenities', stay)), children: 0 }
  await page.getByRole('link', { name: 'Move to other dates' }).click()
  await page.getByRole('heading', { name: 'Move Ida Phone' }).waitFor()
  await page.getByLabel('Home', { exact: true }).selectOption('luxury-amenities')
  await page.getByLabel('Check-in').fill(other.checkIn)
  await page.getByLabel('Check-out').fill(other.checkOut)
  const moved = formatMoney((await totalsOf(other))['luxury-amenities'] ?? 0)
  await expect(page.getByLabel(`By the rates: ${moved}`)).toBeChecked()
  await page.getByText('will still be to pay').waitFor()
  await untilChecked(page)
  await expectAccessible(page, 'main')
  await page.getByRole('button', { name: 'Move the stay' }).click()
  await page.locator('#main').getByText(`${name}, `, { exact: false }).first().waitFor()
  await expect(page.getByText('Moved from')).toBeVisible()
  expect(await countUnavailableNights('spacious-condo', stay)).toBe(0)
  expect(await countUnavailableNights('luxury-amenities', other)).toBe(4)

  await test.step('a second refund begins as empty as the first', async () => {
    const refund = page.locator('details').filter({ hasText: 'Refund without canceling' })
    await untilHydrated(page)
    await refund.locator('summary').click()
    await refund.getByLabel('Amount, in dollars').fill('40')
    await expect(refund.getByText(/^\$40\.00, of that/)).toBeVisible()
    await refund.getByLabel('The reason').fill('As agreed')
    await refund.getByRole('button', { name: 'Refund', exact: true }).click()
    await expect(refund.getByLabel('Amount, in dollars')).toBeHidden()
    await refund.locator('summary').click()
    await expect(refund.getByLabel('Amount, in dollars')).toHaveValue('')
    await expect(refund.getByText('Taxes go back in the same share.')).toBeVisible()
  })
})

test('without a script a booking is checked, corrected, and made, and nothing typed is lost', async () => {
  const { checkIn, checkOut } = await free('lake-keowee')
  const operator = visitByRequests()
  const typed = { Home: 'lake-keowee', 'Check-in': checkIn, 'Check-out': checkOut, Name: 'Ida Phone' }
  const empty = await operator.open('/admin/bookings/new')
  const checked = await operator.send(empty, { button: 'Check the nights and the price' }, typed)
  expect(checked.text).toContain('These nights are open.')
  const book = { button: /^Book / }
  expect(fieldOf(formOf(checked, book), 'Name').value).toBe('Ida Phone')
  const agreed = { 'A total that we agreed on': true, 'Total in dollars, taxes and fees included': 'lots' }
  const refused = await operator.send(checked, book, agreed)
  expect(refused.text).toContain('Please enter an amount, such as 250 or 250.50')
  const booked = await operator.send(refused, book, {
    'Total in dollars, taxes and fees included': '1,100',
    Why: 'Friends of the owner',
  })
  expect(booked.text).toContain('4 nights, agreed price')
  expect(booked.url.pathname).toMatch(/^\/admin\/bookings\/[\w-]+$/)
  expect(booked.text).toContain('Confirmed')
})

test('an unpaid stay waits for its codes, is shown them, and gets one of its own, of which its guest is told without the code', {
  tag: '@slow',
}, async ({ visit }) => {
  const checkIn = addDays(todayOf('lake-keowee'), 1)
  const stay = new URLSearchParams({ property: 'lake-keowee', checkIn, checkOut: addDays(checkIn, 3) })
  const page = await visit(`/admin/bookings/new?${stay}`, { width: 360 })
  await untilHydrated(page)
  await page.getByLabel('Name', { exact: true }).fill('Ida Phone')
  await page.getByLabel('Email', { exact: true }).fill('ida@example.com')
  await page.getByRole('button', { name: /^Book / }).click()
  await expect(status(page)).toHaveText('Confirmed')

  await page.getByText(/The guest reads it once \$[\d,.]+ is paid/).waitFor()
  await page.getByRole('button', { name: 'Show the codes before payment' }).click()
  await page.getByRole('status').getByText('Codes opened before payment').waitFor()
  await page.getByText('Give this stay its own door code').focus()
  await page.keyboard.press('Enter')
  await page.getByText('Ida Phone can already see the home’s code.').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Door code of this stay').focus()
  await page.keyboard.type('1357#')
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('Door code of the stay set').waitFor()

  const address = new URL((await page.getByText('Open what the guest sees').getAttribute('href')) ?? '')
  const guest = await visit(address.pathname, { width: 360 })
  await expect(guest.locator('.arrival-code').first()).toHaveText('1357#')
  const mail = await mailTo(siteDataDir(), 'ida@example.com', /^Your door code has changed: /)
  expect(mail.html).toContain(address.pathname)
  expect(mail.html).not.toContain('1357#')

  const operator = visitByRequests()
  const plain = await operator.open(new URL(page.url()).pathname)
  const removed = await operator.send(plain, { button: 'Save the door code' }, { 'Door code of this stay': '' })
  expect(removed.text).toContain('the home’s code')
  await guest.reload()
  await expect(guest.locator('.arrival-code').first()).toHaveText(sampleGuides['lake-keowee']?.doorCode ?? '')
})
