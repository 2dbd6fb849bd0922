import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { formatAmount, formatMoney } from '#app/shared/money.ts'
import { expectAccessible, WIDTHS } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { mailTo } from '../mailbox.ts'
import { expect, test } from '../page.ts'
import { demoDataDir, type Site, startSite } from '../site.ts'
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
  test(`the operator says how guests pay, the guest reads it and pays, and is reminded when late, at ${width} px`, async ({
    visit,
  }) => {
    test.setTimeout(240_000)
    const { url } = await restart()
    const stay = { ...(await freeStay('lake-keowee', 4, { site: url })), children: 0 }
    const total = (await totalsOf(stay, url))['lake-keowee'] ?? 0
    const deposit = Math.ceil(total / 2)

    const settings = await visit(`${url}/admin`, { width, expected: [/^400 POST .*\/admin\/site/] })
    await untilHydrated(settings)
    await expect(settings.getByText('Guests aren’t told how to pay')).toBeVisible()
    await settings.getByRole('link', { name: 'Write it' }).click()
    const form = settings.locator('#change-payment')
    await form.getByLabel('How guests pay, as they read it').fill(WAY)
    await form.getByLabel('Deposit, in percent of the total').fill('500')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText('Please enter a whole number from 1 to 99').waitFor()
    await expect(form.getByLabel('How guests pay, as they read it')).toHaveValue(WAY)
    await form.getByLabel('Deposit, in percent of the total').fill('50')
    await form.getByLabel('The rest, in days before check-in').fill('1')
    await expectAccessible(settings)
    await form.getByRole('button', { name: 'Save' }).click()
    await settings.getByText(`Guests read: ${WAY}`).waitFor()

    const answer = await bookByCall('lake-keowee', stay, url)
    const { reference } = (await answer.json()) as { reference: string }
    const booking = await visit(`${url}/admin/bookings/${reference}`, { width })
    await untilHydrated(booking)
    await booking.getByRole('button', { name: 'Confirm', exact: true }).click()
    await expect(booking.locator('p.admin-status')).toHaveText('Confirmed')
    const mail = await mailTo(dataDir, GUEST, new RegExp(`Confirmed: .*${reference}`))
    expect(mail.text?.replace(/\s+/g, ' ')).toContain(`Please give the reference ${reference} with your payment.`)
    expect(mail.text).toContain(formatMoney(deposit))

    const guestPath = new URL((await booking.getByText('Open what the guest sees').getAttribute('href')) ?? '').pathname
    const guest = await visit(url + guestPath, { width })
    await guest.getByRole('heading', { name: 'How to pay' }).waitFor()
    await guest.getByText(WAY).waitFor()
    await guest.getByText(`Please give the reference ${reference}`).waitFor()
    await expect(guest.getByText(`You pay ${formatAmount(deposit)} by`)).toBeVisible()
    await expectAccessible(guest)

    await booking.getByText('Record a payment').click()
    await booking.getByLabel('Paid outside this site, in dollars').fill('100')
    await booking.getByLabel('How', { exact: true }).fill('check 7')
    await booking.getByRole('button', { name: 'Record the payment' }).click()
    await booking
      .getByText(`${formatMoney(total - 10_000)}`)
      .first()
      .waitFor()
    await guest.reload()
    await expect(guest.getByText(`You pay ${formatAmount(deposit - 10_000)} by`)).toBeVisible()

    // Pages that are open would miss the site while it restarts.
    await Promise.all([settings, booking, guest].map((page) => page.close()))
    const later = await restart(9)
    const today = await visit(`${later.url}/admin`, { width, expected: [/^409 POST .*\/admin/] })
    await untilHydrated(today)
    const task = today.getByRole('listitem').filter({ hasText: /Payment is late: .* from Otto Quick/ })
    await expect(task).toContainText(`${formatMoney(deposit - 10_000)} from Otto Quick`)
    await expectAccessible(today)
    await task.getByRole('button', { name: 'Send a reminder' }).click()
    await expect(task).toContainText('Reminded')
    await mailTo(dataDir, GUEST, new RegExp(`A reminder to pay .*${reference}`))
    await task.getByRole('button', { name: 'Send a reminder' }).click()
    await today.getByRole('alert').filter({ hasText: 'The next reminder can follow a day later.' }).waitFor()
    const unpaid = await visit(`${later.url}/admin/bookings?view=unpaid`, { width })
    await expect(unpaid.getByRole('row').filter({ hasText: reference })).toContainText(
      `${formatMoney(total - 10_000)} to pay`,
    )
    await expectAccessible(unpaid)
    await Promise.all([today, unpaid].map((page) => page.close()))
  })
}
