import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { formatAmount, formatMoney } from '#app/shared/money.ts'
import { expectAccessible, WIDTHS } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { mailTo } from '../mailbox.ts'
import { expect, test } from '../page.ts'
import { linkOf } from '../served-addresses.ts'
import { demoDataDir, type Site, startSite } from '../site.ts'
import { siteUrl } from '../site-url.ts'
import { bookByCall, freeStay, totalsOf } from '../stays.ts'

const GUEST = 'otto@example.com'
const DAY = 86_400_000
const WAY = 'By check to Powder & Cove, PO Box 1, Steamboat Springs, CO 80477.'

let dataDir: string
let site: Site | undefined
test.beforeEach(async () => {
  dataDir = await demoDataDir()
})
test.afterEach(async () => {
  await site?.stop()
  site = undefined
  await rm(dataDir, { recursive: true, force: true })
})

/** Starts the site on the same data, some days later. */
async function restart(days = 0): Promise<Site> {
  await site?.stop()
  const clock = resolve(import.meta.dirname, '../set-clock.ts')
  const later = { NODE_OPTIONS: `--import=${clock}`, CLOCK_FROM: new Date(Date.now() + days * DAY).toISOString() }
  site = await startSite({ DATA_DIR: dataDir, ...(days > 0 && later) })
  return site
}

for (const width of WIDTHS) {
  test(`the operator says how guests pay, the guest reads it and pays, and is reminded when late, at ${width} px`, {
    tag: '@slow',
  }, async ({ visit }) => {
    test.setTimeout(240_000)
    const { url } = await restart()
    const stay = { ...(await freeStay('lake-keowee', 4, { site: url })), children: 0 }
    const total = (await totalsOf(stay, url))['lake-keowee'] ?? 0
    const deposit = Math.ceil(total / 2)

    const expected = [/^400 POST .*\/admin\/site/, /^409 POST .*\/admin/]
    const page = await visit(`${url}/admin`, { width, expected })
    await untilHydrated(page)
    await expect(page.getByText('Guests aren’t told how to pay')).toBeVisible()
    await page.getByRole('link', { name: 'Write it' }).click()
    const form = page.locator('#change-payment')
    await form.getByLabel('How guests pay, as they read it').fill(WAY)
    await form.getByLabel('Deposit, in percent of the total').fill('500')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Please enter a whole number from 1 to 99').waitFor()
    await expect(form.getByLabel('How guests pay, as they read it')).toHaveValue(WAY)
    await form.getByLabel('Deposit, in percent of the total').fill('50')
    await form.getByLabel('The rest, in days before check-in').fill('1')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByText(`Guests read: ${WAY}`).waitFor()

    const answer = await bookByCall('lake-keowee', stay, url)
    const { reference } = (await answer.json()) as { reference: string }
    const operator = visitByRequests(url)
    const request = await operator.open(`/admin/bookings/${reference}`)
    const booking = await operator.send(request, { button: 'Confirm' })
    expect(booking.text).toContain('Confirmed')
    const mail = await mailTo(dataDir, GUEST, new RegExp(`Confirmed: .*${reference}`))
    expect(mail.text?.replace(/\s+/g, ' ')).toContain(`Please give the reference ${reference} with your payment.`)
    expect(mail.text).toContain(formatMoney(deposit))

    await page.goto(new URL(linkOf(booking, /^Open what the guest sees/), url).href)
    await page.getByRole('heading', { name: 'How to pay' }).waitFor()
    await page.getByText(WAY).waitFor()
    await page.getByText(`Please give the reference ${reference}`).waitFor()
    await expect(page.getByText(`You pay ${formatAmount(deposit)} by`)).toBeVisible()
    await expectAccessible(page)

    const payment = { 'Paid outside this site, in dollars': '100', How: 'check 7' }
    const paid = await operator.send(booking, { button: 'Record the payment' }, payment)
    expect(paid.text).toContain(formatMoney(total - 10_000))
    await page.reload()
    await expect(page.getByText(`You pay ${formatAmount(deposit - 10_000)} by`)).toBeVisible()

    // A page that is open would miss the site while it restarts.
    await page.goto(`${siteUrl()}/robots.txt`)
    const later = await restart(9)
    await page.goto(`${later.url}/admin`)
    await untilHydrated(page)
    const task = page.getByRole('listitem').filter({ hasText: /Payment is late: .* from Otto Quick/ })
    await expect(task).toContainText(`${formatMoney(deposit - 10_000)} from Otto Quick`)
    await expectAccessible(page)
    await task.getByRole('button', { name: 'Send a reminder' }).click()
    await expect(task).toContainText('Reminded')
    await mailTo(dataDir, GUEST, new RegExp(`A reminder to pay .*${reference}`))
    await task.getByRole('button', { name: 'Send a reminder' }).click()
    await page.getByRole('alert').filter({ hasText: 'The next reminder can follow a day later.' }).waitFor()
    await page.goto(`${later.url}/admin/bookings?view=unpaid`)
    const row = page.getByRole('row').filter({ hasText: reference })
    await expect(row).toContainText(`${formatMoney(total - 10_000)} to pay`)
    await expectAccessible(page)
    await page.goto(`${siteUrl()}/robots.txt`)
  })
}
