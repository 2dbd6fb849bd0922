import type { Page } from 'playwright-core'
import { inject } from 'vitest'
import { expectAccessible, WIDTHS } from './axe.ts'
import { expect, test } from './page.ts'

const GUEST = { name: 'Ada Guest', phone: '(970) 555-0123', state: 'CO', zip: '80487' }
let made = 0
/** The journeys share one campaign, so each has addresses of its own. */
const newAddress = () => {
  made += 1
  return `guest-${process.pid}-${made}@example.com`
}

const enterButton = (page: Page) => page.getByRole('button', { name: 'Enter the giveaway' })
const toast = (page: Page) => page.locator('.toasts')

async function write(page: Page, email: string) {
  await page.getByLabel('Full name').fill(GUEST.name)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Phone').fill(GUEST.phone)
  await page.getByLabel('State').selectOption(GUEST.state)
  await page.getByLabel('Zip code').fill(GUEST.zip)
}

async function call(path: string, body?: unknown) {
  const answer = await fetch(`${inject('siteUrl')}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body ? JSON.stringify(body) : undefined,
  })
  return answer.json()
}

/** The form answers once the page's script runs; until then a press would post it. */
const alive = (page: Page) =>
  page.waitForFunction(() => {
    const form = document.querySelector('#enter form')
    return form !== null && Object.keys(form).some((key) => key.startsWith('__reactProps'))
  })

/** Notes what is opened and copied instead of leaving the page. */
async function watchTargets(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const opened: string[] = []
    Object.assign(window, { opened })
    window.open = (url) => {
      opened.push(String(url))
      return null
    }
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text: string) => void opened.push(`copied ${text}`) },
    })
    document.addEventListener('click', () => {}, true)
  })
  return () => page.evaluate(() => (window as unknown as { opened: string[] }).opened)
}

test('a visitor comes by the footer, enters, shares two ways, and finds all of it again', async ({ visit }) => {
  const email = newAddress()
  const page = await visit('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Win a free stay' }).click()
  await page.waitForURL('**/staycation')
  await expect.poll(() => page.title()).toBe('Win a free stay | Powder & Cove')
  await page.getByRole('link', { name: 'Enter to Win' }).click()
  await expect.poll(() => page.locator('#enter').evaluate((area) => area.getBoundingClientRect().top)).toBeLessThan(200)
  expect(await page.getByLabel('State').locator('option').count()).toBe(51)
  expect(await page.getByRole('checkbox').isChecked()).toBe(false)
  await alive(page)
  await write(page, ` ${email.toUpperCase()} `)
  await enterButton(page).click()
  await page.getByRole('heading', { name: 'You’re in. One light is on for you.' }).waitFor()
  expect(await toast(page).innerText()).toMatch(/Entry Submitted!\s+You now have 1 entry!/)

  const targets = await watchTargets(page)
  await page.getByRole('button', { name: 'Facebook' }).click()
  await page.getByText('3 entries', { exact: true }).waitFor()
  await expect
    .poll(() => toast(page).innerText())
    .toMatch(/Bonus Entries Earned!\s+You earned 2 bonus entries\. You now have 3 entries!/)
  const facebook = page.getByRole('button', { name: 'Shared: Facebook' })
  expect(await facebook.isDisabled()).toBe(true)
  expect(await facebook.locator('svg').count()).toBe(1)
  await page.getByRole('button', { name: 'X', exact: true }).click()
  await page.getByRole('heading', { name: 'You’re in. 5 lights are on for you.' }).waitFor()
  await page.getByRole('button', { name: 'Copy Link' }).click()
  await expect.poll(() => toast(page).innerText()).toContain('Maximum Bonus Reached')
  const here = `${inject('siteUrl')}/staycation`
  const encoded = encodeURIComponent(here)
  expect(await targets()).toEqual([
    `https://www.facebook.com/sharer/sharer.php?u=${encoded}`,
    `https://x.com/intent/post?text=Win+a+free+stay+with+Powder+%26+Cove&url=${encoded}`,
    `copied ${here}`,
  ])

  await page.reload()
  await page.getByRole('heading', { name: 'You’re in. 5 lights are on for you.' }).waitFor()
  expect(await page.getByRole('button', { name: /^Shared: / }).count()).toBe(3)
  expect(await page.getByRole('button', { name: 'Email' }).isEnabled()).toBe(true)
  await page.getByRole('button', { name: 'Enter Another Person' }).click()
  await page.getByRole('heading', { name: 'Enter, and a light goes on' }).waitFor()
  expect(await page.getByLabel('Full name').inputValue()).toBe('')
  expect(await call(`/api/entries/${email}`)).toMatchObject({ success: true, totalEntries: 5 })
}, 90_000)

test('entering again with the same address gives the standing count and the channels used', async ({ visit }) => {
  const email = newAddress()
  const entry = { email, fullName: GUEST.name, phone: GUEST.phone, state: 'CO', zipCode: GUEST.zip }
  await call('/api/entries', { ...entry, agreeToUpdates: false })
  await call('/api/share', { email, channel: 'x' })
  const page = await visit('/staycation')
  await alive(page)
  await write(page, email)
  await enterButton(page).dblclick()
  await page.getByRole('heading', { name: '3 lights are on for you.' }).waitFor()
  expect(await toast(page).innerText()).toMatch(/You now have 3 entries!/)
  expect(await page.getByRole('button', { name: 'Shared: X' }).isDisabled()).toBe(true)
})

test('a share that another window has made already is told, and shown as used', async ({ visit }) => {
  const email = newAddress()
  const page = await visit('/staycation')
  await alive(page)
  await write(page, email)
  await enterButton(page).click()
  await page.getByRole('heading', { name: 'One light' }).waitFor()
  await watchTargets(page)
  await call('/api/share', { email, channel: 'facebook' })
  await page.getByRole('button', { name: 'Facebook' }).click()
  await expect.poll(() => toast(page).innerText()).toMatch(/Already Shared\s+You have already shared on Facebook/)
  expect(await page.getByRole('button', { name: 'Shared: Facebook' }).isDisabled()).toBe(true)
})

test('a share whose entry is gone asks for the entry first, and one that finds no network is only logged', async ({
  visit,
}) => {
  const page = await visit('/staycation', {
    expected: [
      /^404 POST .*\/api\/share/,
      /Failed to record the share/,
      /api\/share.*ERR_FAILED|ERR_FAILED/,
      /failed/i,
    ],
  })
  await alive(page)
  await write(page, newAddress())
  await enterButton(page).click()
  await page.getByRole('heading', { name: 'One light' }).waitFor()
  await watchTargets(page)
  await page.route('**/api/share', (route) => route.abort())
  const shown = await toast(page).innerText()
  await page.getByRole('button', { name: 'X', exact: true }).click()
  await expect.poll(() => page.getByRole('button', { name: 'X', exact: true }).getAttribute('aria-disabled')).toBeNull()
  expect(['', shown]).toContain(await toast(page).innerText())
  await page.unroute('**/api/share')
  await page.route('**/api/share', (route) =>
    route.fulfill({
      status: 404,
      contentType: 'application/json',
      body: JSON.stringify({ code: 'no-entry', message: 'Please submit your entry first before sharing.' }),
    }),
  )
  await page.getByRole('button', { name: 'Facebook' }).click()
  await expect.poll(() => toast(page).innerText()).toMatch(/Error\s+Please submit your entry first before sharing\./)
})

test('mistakes are told at their fields, nothing typed is lost, and the mended form is taken', async ({ visit }) => {
  const page = await visit('/staycation', { expected: [/^409 POST .*\/api\/entries/] })
  await alive(page)
  await enterButton(page).click()
  for (const words of [
    'Please enter your full name',
    'Please enter a valid email address',
    'Please enter a valid phone number',
    'Please choose one of the 50 states',
    'Please enter a zip code of 5 digits',
  ]) {
    await page.getByText(words).waitFor()
  }
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('fullName')
  await write(page, newAddress())
  await page.getByLabel('Zip code').fill('8048')
  await enterButton(page).click()
  await page.getByText('Please enter a zip code of 5 digits').waitFor()
  expect(await page.locator('.field-error').count()).toBe(1)
  await page.getByLabel('Zip code').fill(GUEST.zip)
  const closed = 'The giveaway closed on Friday, and entries are not taken any more.'
  await page.route('**/api/entries', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/json',
      body: JSON.stringify({ code: 'closed', message: closed, success: false, totalEntries: 0, error: closed }),
    }),
  )
  await enterButton(page).click()
  await expect
    .poll(() => toast(page).innerText())
    .toMatch(/Error\s+There was an issue submitting your entry\. Please try again\./)
  expect(await page.getByRole('alert').innerText()).toBe(closed)
  expect(await page.getByLabel('Full name').inputValue()).toBe(GUEST.name)
  await page.unroute('**/api/entries')
  await enterButton(page).click()
  await page.getByRole('heading', { name: 'One light' }).waitFor()
})

test('with JavaScript off a visitor enters, is told of mistakes, and shares', async ({ visit }) => {
  const email = newAddress()
  const page = await visit('/staycation', { javaScript: false, expected: [/^400 POST .*\/staycation/] })
  await write(page, email)
  await page.getByLabel('Zip code').fill('8048')
  await enterButton(page).click()
  await page.getByText('Please enter a zip code of 5 digits').waitFor()
  expect(await page.getByLabel('Full name').inputValue()).toBe(GUEST.name)
  expect(await page.getByLabel('State').inputValue()).toBe('CO')
  await page.getByLabel('Zip code').fill(GUEST.zip)
  await enterButton(page).click()
  await page.getByRole('heading', { name: 'You’re in. One light is on for you.' }).waitFor()
  await page.getByRole('button', { name: 'Email' }).click()
  await page.getByText('You earned 2 bonus entries. You now have 3 entries!').waitFor()
  expect(await page.getByRole('link', { name: 'Now share it by e-mail' }).getAttribute('href')).toMatch(
    /^mailto:\?subject=/,
  )
  expect(await page.getByRole('button', { name: 'Shared: Email' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Enter Another Person' }).click()
  await page.getByRole('heading', { name: 'Enter, and a light goes on' }).waitFor()
  expect(await call(`/api/entries/${email}`)).toEqual({ success: true, totalEntries: 3, usedChannels: ['email'] })
})

test('the official rules say all that the law asks, and lead to the form', async ({ visit }) => {
  const page = await visit('/staycation/rules')
  expect(await page.title()).toBe('Official Rules: Win a free stay | Powder & Cove')
  const words = await page.getByRole('main').innerText()
  for (const said of [
    'No purchase necessary',
    'The sponsor is Powder & Cove',
    'Legal residents of the 50 United States',
    '18 or older',
    '$8,524.32',
    'The odds of winning depend on the number of eligible entries received.',
    'earns the same bonus, up to the same maximum',
    'adds 2 entries, once, and 4 at most',
    'Powerball',
    'Version 1 of these rules',
  ])
    expect(words).toContain(said)
  expect(words).toMatch(/Entries are taken from .* M[SD]T until .* M[SD]T/)
  await page.getByRole('main').getByRole('link', { name: 'giveaway’s page' }).click()
  await page.waitForURL('**/staycation')
})

test.for(WIDTHS)(
  'at %i pixels the giveaway can be used by everyone: empty, refused, entered',
  async (width, { visit }) => {
    const page = await visit('/staycation', { width })
    await alive(page)
    await expectAccessible(page)
    await enterButton(page).click()
    await page.getByText('Please enter your full name').waitFor()
    await expectAccessible(page)
    await write(page, newAddress())
    await enterButton(page).click()
    await page.getByRole('heading', { name: 'One light' }).waitFor()
    await watchTargets(page)
    await page.getByRole('button', { name: 'Facebook' }).click()
    await page.getByRole('heading', { name: '3 lights' }).waitFor()
    await page.waitForTimeout(700)
    await expectAccessible(page)
    await expectAccessible(await visit('/staycation/rules', { width }))
  },
)

test('pressing Copy Link twice shares once, however long the copying takes', async ({ visit }) => {
  const page = await visit('/staycation')
  await alive(page)
  await write(page, newAddress())
  await enterButton(page).click()
  await page.getByRole('heading', { name: 'One light' }).waitFor()
  await page.evaluate(() => {
    const writeText = () => new Promise((done) => setTimeout(done, 150))
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } })
  })
  const shares: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/share')) shares.push(request.url())
  })
  await page.getByRole('button', { name: 'Copy Link' }).dblclick()
  await expect.poll(() => toast(page).innerText()).toContain('Bonus Entries Earned!')
  await page.waitForTimeout(300)
  expect(await toast(page).innerText()).toContain('Bonus Entries Earned!')
  expect(shares).toHaveLength(1)
})

test('who has begun to enter another person keeps what is typed when the standing comes late', async ({ visit }) => {
  const page = await visit('/staycation')
  await alive(page)
  await write(page, newAddress())
  await enterButton(page).click()
  await page.getByRole('heading', { name: 'One light' }).waitFor()
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/entries/*', async (route) => {
    await asked
    await route.continue()
  })
  await page.reload()
  await alive(page)
  await page.getByLabel('Full name').fill('Bo Guest')
  const standing = page.waitForResponse('**/api/entries/*')
  answer()
  await (await standing).finished()
  await page.waitForTimeout(200)
  expect(await page.getByLabel('Full name').inputValue()).toBe('Bo Guest')
})

test('a form corrected after its answer was lost on the way can be sent again', async ({ visit }) => {
  const page = await visit('/staycation', { expected: [/api\/entries.*ERR_FAILED|ERR_FAILED/, /^422 POST/] })
  await alive(page)
  await write(page, newAddress())
  await page.route(
    '**/api/entries',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await enterButton(page).click()
  await page.getByRole('alert').filter({ hasText: 'We could not reach the site.' }).waitFor()
  await page.getByLabel('Email', { exact: true }).fill(newAddress())
  await enterButton(page).click()
  await page.getByRole('alert').filter({ hasText: 'Press the button again' }).waitFor()
  await enterButton(page).click()
  await page.getByRole('heading', { name: 'One light' }).waitFor()
})

test('a form that came back refused is mended with the script, and the next person finds it empty', async ({
  visit,
}) => {
  const page = await visit('/staycation', { expected: [/^400 POST .*\/staycation/] })
  await alive(page)
  await write(page, newAddress())
  await page.getByLabel('Zip code').fill('8048')
  // As it is posted before the script has come.
  await Promise.all([
    page.waitForEvent('load'),
    page.evaluate(() => document.querySelector<HTMLFormElement>('#enter form')?.submit()),
  ])
  await alive(page)
  await page.getByText('Please enter a zip code of 5 digits').waitFor()
  await page.waitForTimeout(1_500)
  await page.getByLabel('Zip code').fill(GUEST.zip)
  await enterButton(page).click()
  await page.getByRole('heading', { name: 'One light' }).waitFor()
  await page.getByRole('button', { name: 'Enter Another Person' }).click()
  await page.getByRole('heading', { name: 'Enter, and a light goes on' }).waitFor()
  expect(await page.getByLabel('Full name').inputValue()).toBe('')
  expect(await page.locator('#enter [role=alert]').count()).toBe(0)
})

test('what a share earned is still told to who comes back from the window where it was shared', async ({ visit }) => {
  const page = await visit('/staycation')
  await alive(page)
  await write(page, newAddress())
  await enterButton(page).click()
  await page.getByRole('heading', { name: 'One light' }).waitFor()
  await watchTargets(page)
  await page.clock.install()
  await page.evaluate(() => {
    document.hasFocus = () => false
    window.dispatchEvent(new Event('blur'))
  })
  await page.getByRole('button', { name: 'Facebook' }).click()
  await page.mouse.move(0, 0)
  await page.getByText('Bonus Entries Earned!').waitFor()
  await page.clock.runFor(60_000)
  expect(await toast(page).innerText()).toContain('Bonus Entries Earned!')
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.clock.runFor(5_100)
  expect(await toast(page).innerText()).toBe('')
})
