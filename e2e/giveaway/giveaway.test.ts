import { expectAccessible, WIDTHS } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { call, enterButton, GUEST, newAddress, toast, watchTargets, write } from '../entry-page.ts'
import { visitByRequests } from '../form-requests.ts'
import { expect, test } from '../page.ts'
import { untilStill } from '../painting.ts'
import { linkOf } from '../served-addresses.ts'
import { siteUrl } from '../site-url.ts'

const EACH_FIELD = [
  'Please enter your full name',
  'Please enter a valid email address',
  'Please enter a valid phone number',
  'Please choose one of the 50 states',
  'Please enter a 5-digit zip code',
]

for (const width of WIDTHS)
  test(`at ${width} pixels a visitor follows the footer link, corrects the form, enters, shares, and finds the result again`, async ({
    visit,
  }) => {
    const email = newAddress()
    const page = await visit('/', { width })
    await page.getByRole('contentinfo').getByRole('link', { name: 'Win a free stay' }).click()
    await page.waitForURL('**/staycation')
    await expect.poll(() => page.title()).toBe('Win a free stay | Powder & Cove')
    await page.getByRole('link', { name: 'Enter to Win' }).click()
    const top = () => page.locator('#enter').evaluate((area) => area.getBoundingClientRect().top)
    await expect.poll(top).toBeLessThan(200)
    await expect(page.getByLabel('State').locator('option')).toHaveCount(51)
    await expect(page.getByRole('checkbox')).not.toBeChecked()
    await untilHydrated(page)
    await enterButton(page).click()
    for (const text of EACH_FIELD) await page.getByText(text).waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('fullName')
    await write(page, ` ${email.toUpperCase()} `)
    await page.getByLabel('Zip code').fill('8048')
    await enterButton(page).click()
    await page.getByText('Please enter a 5-digit zip code').waitFor()
    await expect(page.locator('.field-error')).toHaveCount(1)
    await page.getByLabel('Zip code').fill(GUEST.zip)
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
    await untilStill(page)
    await expectAccessible(page)
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

    // The same address again shows its count and its channels.
    await write(page, email)
    await enterButton(page).dblclick()
    await page.getByRole('heading', { name: '5 lights are on for you.' }).waitFor()
    await expect(toast(page)).toHaveText(/You now have 5 entries!/, { useInnerText: true })
    await expect(page.getByRole('button', { name: 'Shared: X' })).toBeDisabled()
  })

test('with JavaScript off a visitor sees errors, enters, and shares', async () => {
  const email = newAddress()
  const guest = visitByRequests()
  const button = 'Enter the giveaway'
  const wrong = { 'Full name': GUEST.name, Email: email, Phone: GUEST.phone, State: GUEST.state, 'Zip code': '8048' }
  const refused = await guest.send(await guest.open('/staycation'), { button }, wrong)
  expect(refused.status).toBe(400)
  const kept = refused.forms.flatMap(({ fields }) => fields)
  const wrongFields = kept.filter(({ described }) => described.includes('Please'))
  expect(wrongFields).toMatchObject([{ label: 'Zip code', value: '8048' }])
  expect(wrongFields[0]?.described).toContain('Please enter a 5-digit zip code')
  expect(kept).toContainEqual(expect.objectContaining({ label: 'Full name', value: GUEST.name }))
  expect(kept).toContainEqual(expect.objectContaining({ label: 'State', value: 'CO' }))

  const entered = await guest.send(refused, { button }, { 'Zip code': GUEST.zip })
  expect(entered.headings).toContain('You’re in. One light is on for you.')
  const shared = await guest.send(entered, { button: 'Email' })
  expect(shared.text).toContain('You earned 2 bonus entries. You now have 3 entries.')
  expect(linkOf(shared, /^Now share it by email/)).toMatch(/^mailto:\?subject=/)
  const buttons = shared.forms.flatMap((form) => form.buttons)
  expect(buttons.find(({ label }) => label === 'Shared: Email')).toMatchObject({ isOff: true })
  const another = await guest.send(shared, { button: 'Enter Another Person' })
  expect(another.headings).toContain('Enter, and a light goes on')
  expect(await call(`/api/entries/${email}`)).toEqual({ success: true, totalEntries: 3, usedChannels: ['email'] })
})

test('the official rules contain what the law requires, and link to the form', async () => {
  const rules = await visitByRequests().open('/staycation/rules')
  expect(rules.title).toBe('Official Rules: Win a free stay | Powder & Cove')
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
    expect(rules.text).toContain(expected)
  expect(rules.text).toMatch(/Entries are accepted from .* M[SD]T until .* M[SD]T/)
  expect(linkOf(rules, /^giveaway page$/)).toBe('/staycation')
})

test('the page describes the prize as the rules do, with an image of that property first', async () => {
  const guest = visitByRequests()
  const page = await guest.open('/staycation')
  const [, won = ''] = page.html.split('What you can win')
  const prize = /A stay of seven nights [^<]*/.exec(won)?.[0] ?? ''
  expect(prize).toContain('outside the winter season')
  expect(page.text.split('What you can win')[0]).toContain('outside the winter season')
  expect(/<img [^>]*src="([^"]*)"/.exec(won)?.[1]).toContain('mountain-summer-trail')
  expect((await guest.open('/staycation/rules')).text).toContain(prize)
})
