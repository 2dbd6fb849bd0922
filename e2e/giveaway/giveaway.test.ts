import { expectAccessible, WIDTHS } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { call, enterButton, GUEST, newAddress, toast, watchTargets, write } from '../entry-page.ts'
import { expect, test } from '../page.ts'
import { untilStill } from '../painting.ts'
import { siteUrl } from '../site-url.ts'

test('a visitor follows the footer link, enters, shares on two channels, and finds the result again', async ({
  visit,
}) => {
  test.setTimeout(90_000)
  const email = newAddress()
  const page = await visit('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Win a free stay' }).click()
  await page.waitForURL('**/staycation')
  await expect.poll(() => page.title()).toBe('Win a free stay | Powder & Cove')
  await page.getByRole('link', { name: 'Enter to Win' }).click()
  await expect.poll(() => page.locator('#enter').evaluate((area) => area.getBoundingClientRect().top)).toBeLessThan(200)
  await expect(page.getByLabel('State').locator('option')).toHaveCount(51)
  await expect(page.getByRole('checkbox')).not.toBeChecked()
  await untilHydrated(page)
  await write(page, ` ${email.toUpperCase()} `)
  await enterButton(page).click()
  await page.getByRole('heading', { name: 'You’re in. One light is on for you.' }).waitFor()
  await expect(toast(page)).toHaveText(/Entry Submitted!\s+You now have 1 entry!/, { useInnerText: true })

  const targets = await watchTargets(page)
  await page.getByRole('button', { name: 'Facebook' }).click()
  await page.getByText('3 entries', { exact: true }).waitFor()
  await expect
    .poll(() => toast(page).innerText())
    .toMatch(/Bonus Entries Earned!\s+You earned 2 bonus entries\. You now have 3 entries\./)
  const facebook = page.getByRole('button', { name: 'Shared: Facebook' })
  await expect(facebook).toBeDisabled()
  await expect(facebook.locator('svg')).toHaveCount(1)
  await page.getByRole('button', { name: 'X', exact: true }).click()
  await page.getByRole('heading', { name: 'You’re in. 5 lights are on for you.' }).waitFor()
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await expect(toast(page)).toContainText('Maximum Bonus Reached', { useInnerText: true })
  const here = `${siteUrl()}/staycation`
  const encoded = encodeURIComponent(here)
  expect(await targets()).toEqual([
    `https://www.facebook.com/sharer/sharer.php?u=${encoded}`,
    `https://x.com/intent/post?text=Win+a+free+stay+with+Powder+%26+Cove&url=${encoded}`,
    `copied ${here}`,
  ])

  await page.reload()
  await page.getByRole('heading', { name: 'You’re in. 5 lights are on for you.' }).waitFor()
  await expect(page.getByRole('button', { name: /^Shared: / })).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'Email' })).toBeEnabled()
  await page.getByRole('button', { name: 'Enter Another Person' }).click()
  await page.getByRole('heading', { name: 'Enter, and a light goes on' }).waitFor()
  await expect(page.getByLabel('Full name')).toHaveValue('')
  expect(await call(`/api/entries/${email}`)).toMatchObject({ success: true, totalEntries: 5 })
})

test('entering again with the same address shows the current count and the channels used', async ({ visit }) => {
  const email = newAddress()
  const entry = { email, fullName: GUEST.name, phone: GUEST.phone, state: 'CO', zipCode: GUEST.zip }
  await call('/api/entries', { ...entry, agreeToUpdates: false })
  await call('/api/share', { email, channel: 'x' })
  const page = await visit('/staycation')
  await untilHydrated(page)
  await write(page, email)
  await enterButton(page).dblclick()
  await page.getByRole('heading', { name: '3 lights are on for you.' }).waitFor()
  await expect(toast(page)).toHaveText(/You now have 3 entries!/, { useInnerText: true })
  await expect(page.getByRole('button', { name: 'Shared: X' })).toBeDisabled()
})

test('a share already made in another window is reported and shown as used', async ({ visit }) => {
  const email = newAddress()
  const page = await visit('/staycation')
  await untilHydrated(page)
  await write(page, email)
  await enterButton(page).click()
  await page.getByRole('heading', { name: 'One light' }).waitFor()
  await watchTargets(page)
  await call('/api/share', { email, channel: 'facebook' })
  await page.getByRole('button', { name: 'Facebook' }).click()
  await expect(toast(page)).toHaveText(/Already Shared\s+You’ve already shared on Facebook/, { useInnerText: true })
  await expect(page.getByRole('button', { name: 'Shared: Facebook' })).toBeDisabled()
})

test('a refused share says why, and one without a network is only logged', async ({ visit }) => {
  const page = await visit('/staycation', {
    expected: [
      /^429 POST .*\/api\/share/,
      /Failed to record the share/,
      /api\/share.*ERR_FAILED|ERR_FAILED/,
      /failed/i,
    ],
  })
  await untilHydrated(page)
  await write(page, newAddress())
  await enterButton(page).click()
  await page.getByRole('heading', { name: 'One light' }).waitFor()
  await watchTargets(page)
  await page.route('**/api/share', (route) => route.abort())
  const shown = await toast(page).innerText()
  await page.getByRole('button', { name: 'X', exact: true }).click()
  await expect(page.getByRole('button', { name: 'X', exact: true })).not.toHaveAttribute('aria-disabled')
  expect(['', shown]).toContain(await toast(page).innerText())
  await page.unroute('**/api/share')
  const answer = (status: number, body: object) =>
    page.route('**/api/share', (route) =>
      route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }),
    )
  const facebook = page.getByRole('button', { name: 'Facebook' })
  const message = 'Please submit your entry first before sharing.'
  await answer(200, { success: false, totalEntries: 0, message, alreadyShared: false, maxBonusReached: false })
  await facebook.click()
  await expect(toast(page)).toHaveText(/Error\s+Please submit your entry first before sharing\./, {
    useInnerText: true,
  })
  await answer(429, { code: 'too-many', message: 'Please wait a minute.' })
  await facebook.click()
  await expect(toast(page)).toHaveText(/Error\s+Please wait a minute\./, { useInnerText: true })
})

test('errors are shown at their fields, the input is kept, and the corrected form is accepted', async ({ visit }) => {
  const page = await visit('/staycation', { expected: [/^503 POST .*\/api\/entries/] })
  await untilHydrated(page)
  await enterButton(page).click()
  for (const text of [
    'Please enter your full name',
    'Please enter a valid email address',
    'Please enter a valid phone number',
    'Please choose one of the 50 states',
    'Please enter a 5-digit zip code',
  ]) {
    await page.getByText(text).waitFor()
  }
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('fullName')
  await write(page, newAddress())
  await page.getByLabel('Zip code').fill('8048')
  await enterButton(page).click()
  await page.getByText('Please enter a 5-digit zip code').waitFor()
  await expect(page.locator('.field-error')).toHaveCount(1)
  await page.getByLabel('Zip code').fill(GUEST.zip)
  const away = 'We cannot store this at the moment. Please try again in a minute.'
  await page.route('**/api/entries', (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/json',
      body: JSON.stringify({ code: 'database-away', message: away, success: false, totalEntries: 0, error: away }),
    }),
  )
  await enterButton(page).click()
  await expect
    .poll(() => toast(page).innerText())
    .toMatch(/Error\s+There was an issue submitting your entry\. Please try again\./)
  await expect(page.getByRole('alert')).toHaveText(away, { useInnerText: true })
  await expect(page.getByLabel('Full name')).toHaveValue(GUEST.name)
  await page.unroute('**/api/entries')
  await enterButton(page).click()
  await page.getByRole('heading', { name: 'One light' }).waitFor()
})

test('with JavaScript off a visitor sees errors, enters, and shares', async ({ visit }) => {
  const email = newAddress()
  const page = await visit('/staycation', { javaScript: false, expected: [/^400 POST .*\/staycation/] })
  await write(page, email)
  await page.getByLabel('Zip code').fill('8048')
  await enterButton(page).click()
  await page.getByText('Please enter a 5-digit zip code').waitFor()
  await expect(page.getByLabel('Full name')).toHaveValue(GUEST.name)
  await expect(page.getByLabel('State')).toHaveValue('CO')
  await page.getByLabel('Zip code').fill(GUEST.zip)
  await enterButton(page).click()
  await page.getByRole('heading', { name: 'You’re in. One light is on for you.' }).waitFor()
  await page.getByRole('button', { name: 'Email' }).click()
  await page.getByText('You earned 2 bonus entries. You now have 3 entries.').waitFor()
  await expect(page.getByRole('link', { name: 'Now share it by email' })).toHaveAttribute('href', /^mailto:\?subject=/)
  await expect(page.getByRole('button', { name: 'Shared: Email' })).toBeDisabled()
  await page.getByRole('button', { name: 'Enter Another Person' }).click()
  await page.getByRole('heading', { name: 'Enter, and a light goes on' }).waitFor()
  expect(await call(`/api/entries/${email}`)).toEqual({ success: true, totalEntries: 3, usedChannels: ['email'] })
})

test('the official rules contain what the law requires, and link to the form', async ({ visit }) => {
  const page = await visit('/staycation/rules')
  expect(await page.title()).toBe('Official Rules: Win a free stay | Powder & Cove')
  const text = await page.getByRole('main').innerText()
  for (const expected of [
    'No purchase necessary',
    'The sponsor is Powder & Cove',
    'Legal residents of the 50 United States',
    '18 or older',
    '$8,524.32',
    'The odds of winning depend on the number of eligible entries received.',
    'Sharing by email and by copying the link doesn’t require an account and earns the full bonus.',
    'adds 2 entries, one time each, up to 4 in total',
    'Powerball',
    'Version 1 of these rules',
  ])
    expect(text).toContain(expected)
  expect(text).toMatch(/Entries are accepted from .* M[SD]T until .* M[SD]T/)
  await page.getByRole('main').getByRole('link', { name: 'giveaway page' }).click()
  await page.waitForURL('**/staycation')
})

test('the page describes the prize as the rules do, with an image of that property first', async ({ visit }) => {
  const page = await visit('/staycation')
  const won = page.getByRole('region', { name: 'What you can win' })
  const prize = await won.locator('p').first().innerText()
  expect(prize).toContain('outside the winter season')
  await expect(page.getByRole('main').locator('section').first()).toContainText('outside the winter season', {
    useInnerText: true,
  })
  expect(await won.getByRole('img').first().getAttribute('src')).toContain('mountain-summer-trail')
  await page.goto(`${siteUrl()}/staycation/rules`)
  await expect(page.getByRole('main')).toContainText(prize, { useInnerText: true })
})

for (const width of WIDTHS)
  test(`at ${width} pixels the giveaway is accessible when empty, refused, and entered`, async ({ visit }) => {
    const page = await visit('/staycation', { width })
    await untilHydrated(page)
    await expectAccessible(page)
    await enterButton(page).click()
    await page.getByText('Please enter your full name').waitFor()
    await expectAccessible(page, 'main')
    await write(page, newAddress())
    await enterButton(page).click()
    await page.getByRole('heading', { name: 'One light' }).waitFor()
    await watchTargets(page)
    await page.getByRole('button', { name: 'Facebook' }).click()
    await page.getByRole('heading', { name: '3 lights' }).waitFor()
    await untilStill(page)
    await expectAccessible(page)
    await expectAccessible(await visit('/staycation/rules', { width }))
  })
