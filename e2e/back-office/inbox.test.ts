import type { Page } from '@playwright/test'
import { noImapServer, startImapServer } from '#test/servers/imap-server.ts'
import { startSmtpServer } from '#test/servers/smtp-server.ts'
import { bookButton, bookingFrame, frameTotal, referenceOf, untilHydrated, writeGuest } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { holdRequests } from '../hold-requests.ts'
import { look, saveScreenshot } from '../look.ts'
import { expect, test } from '../page.ts'
import { freeStay } from '../screenshots.ts'
import { startSite } from '../site.ts'

const WIDTHS = [390, 820, 1440]

/** The link and the total in the answer that *Quote* wrote. */
async function quoteIn(page: Page) {
  const written = await page.getByLabel('Your answer').inputValue()
  const [link = ''] = /https?:\S+\/quotes\/[\w-]+/.exec(written) ?? []
  const [total = ''] = /\$[\d,]+(?:\.\d\d)?/.exec(written) ?? []
  expect([link, total], written).not.toContain('')
  return { link, total }
}

test('an operator answers a guest with a quote and a saved answer, reads the reply, and the guest books by that offer', async ({
  visit,
}) => {
  test.skip(noImapServer !== null, noImapServer ?? '')
  test.setTimeout(240_000)
  const imap = await startImapServer()
  const smtp = await startSmtpServer()
  const settings = { SMTP_URL: smtp.url, IMAP_URL: imap.url, REPLY_ADDRESS: 'stay@example.com' }
  const site = await startSite({ ...settings, LOG_LEVEL: 'error' })
  try {
    const asked = new URLSearchParams(freeStay(new Date()))
    const message = {
      name: 'Ada Guest',
      email: 'ada@example.com',
      propertyId: 'large-luxury',
      message: 'Is it quiet there?',
      checkIn: asked.get('checkin'),
      checkOut: asked.get('checkout'),
    }
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(message) }
    expect((await fetch(`${site.url}/api/contact`, init)).ok).toBe(true)

    const page = await visit(`${site.url}/admin`, { width: 390, expected: [/^400 POST .*\/admin\/saved-answers/] })
    page.setDefaultTimeout(20_000)
    await page.getByRole('listitem').filter({ hasText: 'Ada Guest waits for an answer' }).getByRole('link').click()
    await page.getByRole('heading', { name: 'Ada Guest', level: 1 }).waitFor()
    await page.getByRole('link', { name: 'Inbox' }).first().click()
    await untilHydrated(page)
    await page.getByRole('link', { name: 'Saved answers' }).click()
    await page.getByText('Add an answer').click()
    await page.getByLabel('Name').fill('Quiet hours')
    await page.getByLabel('Text').fill('Hi {guest}, {nowhere}')
    // The refusal is there before the page is read again.
    const readAgain = await holdRequests(page, '**/admin/saved-answers.data*', { method: 'GET' })
    const save = page.getByRole('button', { name: 'Add the answer' })
    await save.press('Enter')
    await expect(page.getByText('There’s no placeholder {nowhere}.')).toBeVisible()
    const text = page.getByLabel('Text')
    await text.fill('Hi {guest}, the street is quiet after 10 PM.')
    readAgain()
    await expect(save).toHaveClass(/button-ember/)
    await expect(text, 'one goes on typing').toBeFocused()
    await save.press('Enter')
    await expect(page.getByRole('rowheader', { name: 'Quiet hours' })).toBeVisible()
    await page.getByRole('link', { name: 'Inbox' }).first().click()
    await untilHydrated(page)
    await look(page, 'inbox', WIDTHS)

    await page.getByRole('link', { name: 'Ada Guest' }).click()
    await page.getByLabel('Your answer').fill('It is, all year.')
    await page.getByRole('button', { name: 'Add the offer' }).click()
    // After what was typed, as a saved answer.
    await expect(page.getByLabel('Your answer')).toHaveValue(
      /^It is, all year\.\n\nLarge Luxury, .* in total, with taxes and fees\./,
    )
    await expect(page.getByLabel('Your answer')).toBeFocused()
    const { link, total } = await quoteIn(page)
    await page.getByText('Saved answers', { exact: true }).click()
    await page.getByRole('button', { name: 'Quiet hours' }).click()
    await expect(page.getByLabel('Your answer')).toHaveValue(/Hi Ada, the street is quiet/)
    await look(page, 'conversation', WIDTHS)
    await untilHydrated(page)
    await page.getByRole('button', { name: 'Send', exact: true }).press('Enter')
    await expect(page.getByText('Message answered')).toBeVisible()
    await expect(page.getByLabel('Your answer')).toHaveValue('')
    const arrived = () => smtp.received.find(({ to, raw }) => to === 'ada@example.com' && /^Subject: Re:/m.test(raw))
    await expect.poll(arrived, { timeout: 30_000 }).toBeTruthy()
    const raw = arrived()?.raw ?? ''
    const [, replyTo = ''] = /^Reply-To: <?([^\s<>]+)/im.exec(raw) ?? []
    expect(replyTo).toMatch(/^stay\+[0-9a-f]{32}@example\.com$/)

    await imap.deliver(
      `From: Ada <ada@example.com>\r\nTo: ${replyTo}\r\nMessage-ID: <1@a>\r\nSubject: Re: your stay\r\n\r\nWonderful, we book.\r\n\r\nOn Friday, Powder & Cove wrote:\r\n> Hi Ada\r\n`,
    )
    // The mailbox is read by the minute.
    const reader = visitByRequests(site.url)
    const conversation = async () => (await reader.open(new URL(page.url()).pathname)).text
    await expect.poll(conversation, { timeout: 90_000, intervals: [2_000] }).toContain('Wonderful, we book.')
    await page.reload()
    await page.getByText('Earlier emails').click()
    await expect(page.getByText('> Hi Ada')).toBeVisible()
    await saveScreenshot(page, 'conversation-reply')

    await test.step('prices rise, and the guest books at the price of the offer', async () => {
      const prices = await reader.open('/admin/homes/large-luxury/prices')
      const nightly = { button: 'Save', within: 'Edit nightly rates' }
      const raised = await reader.send(prices, nightly, { 'Cleaning, in dollars a stay': '1250' })
      expect(raised.notes).toContainEqual(expect.stringContaining('Nightly prices changed'))

      expect(raw.replaceAll(/=\r?\n/g, '')).toContain(link)
      await page.goto(link)
      await expect(page.getByText(/^Quoted .* This price is yours until /)).toBeVisible()
      await untilHydrated(page)
      await look(page, 'offer', [390, 1440])
      await page.getByRole('link', { name: 'Book these nights' }).click()
      const frame = await bookingFrame(page)
      await expect(frameTotal(frame)).toContainText(total)
      await saveScreenshot(page, 'offer-form-390')
      await writeGuest(frame)
      await bookButton(frame).click()
      const reference = await referenceOf(frame)
      const offer = await reader.open(new URL(link).pathname)
      expect(offer.text).toContain('Requested at this price. We haven’t confirmed yet.')
      expect((await reader.open(`/admin/bookings/${reference}`)).text).toContain(total)
    })
    // Nothing more is asked of a site that is gone.
    await page.goto('about:blank')
  } finally {
    await site.stop()
    await smtp.stop()
    await imap.remove()
  }
})
