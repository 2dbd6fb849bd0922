import type { Page, Route } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { expect, test, type Visit } from '../page.ts'
import { type Site, startSite } from '../site.ts'

const HOME = '/admin/site/home'

/** A site of its own: what is changed here, other journeys read. */
let site: Site
test.beforeAll(async () => {
  site = await startSite()
})
test.afterAll(() => site.stop())
const on =
  (visit: Visit): Visit =>
  (path, options) =>
    visit(site.url + path, options)

const formOf = (page: Page, summary: string) =>
  page.locator('details', { has: page.getByText(summary, { exact: true }) })
const titles = (page: Page) => formOf(page, 'Reasons to choose you').getByLabel('Title')
const valuesOf = (page: Page) =>
  titles(page).evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
const reasons = (page: Page) => page.locator('.why > ul > li > h3')

test('reasons are added, moved and removed by keyboard, and the guests’ page has them in this order', async ({
  visit,
}) => {
  for (const width of [360, 1440]) {
    const page = await on(visit)(HOME, { width })
    await untilHydrated(page)
    const before = await reasons(await on(visit)('/')).allTextContents()
    await page.getByText('Reasons to choose you').click()
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.method()))
    await page.getByRole('button', { name: 'Add a reason' }).press('Enter')
    await expect(titles(page).last()).toBeFocused()
    await page.keyboard.type(`Quiet ${width}`)
    const at = await titles(page).count()
    for (let place = at; place > 1; place -= 1) {
      await page.getByRole('button', { name: `Move up: Reason ${place}` }).press('Enter')
      await expect(titles(page).nth(place - 2)).toHaveValue(`Quiet ${width}`)
    }
    await expect(page.getByRole('button', { name: 'Move up: Reason 2' })).not.toBeFocused()
    await expect(formOf(page, 'Reasons to choose you').locator(':focus')).toHaveCount(1)
    await page.getByRole('button', { name: `Remove Reason ${at}` }).press('Enter')
    await expect(titles(page)).toHaveCount(at - 1)
    await expect(titles(page).last()).toBeFocused()
    const wanted = [`Quiet ${width}`, ...before.slice(0, -1)]
    expect(await valuesOf(page)).toEqual(wanted)
    expect(sent).not.toContain('POST')
    await expectAccessible(page)

    const first = page.locator('.record-item').first()
    await first.getByLabel('Text').fill('You hear the snow.')
    await first.locator('input[type="radio"]').nth(1).check()
    await first.getByLabel('What it shows').fill('The lodge at night')
    // Enter saves.
    await titles(page).first().press('Enter')
    await page.getByRole('status').getByText('Reasons to choose you changed').waitFor()
    expect(await reasons(await on(visit)('/')).allTextContents()).toEqual(wanted)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('status').getByText('Undone')).toBeVisible()
    expect(await reasons(await on(visit)('/')).allTextContents()).toEqual(before)
  }
})

test('what is wrong stands at its field, also in a list, and what was typed stays', async ({ visit }) => {
  const page = await on(visit)(HOME, { width: 360, expected: [/^400 POST .*\/site\/home/] })
  await untilHydrated(page)
  await page.getByText('Reasons to choose you').click()
  await page.getByRole('button', { name: 'Add a reason' }).click()
  await expect(titles(page)).toHaveCount(4)
  await titles(page).last().fill('Quiet')
  await page.locator('.record-item').last().getByLabel('What it shows').fill('A quiet lake')
  await formOf(page, 'Reasons to choose you')
    .locator('button:not(.sr-only)', { hasText: /^Save$/ })
    .click()
  const last = page.locator('.record-item').last()
  await expect(last.getByText('Please fill this in').first()).toBeVisible()
  await expect(last.getByText('Please choose an image')).toBeVisible()
  await expect(titles(page).last()).toHaveValue('Quiet')
  await last.getByRole('button', { name: /^Remove/ }).click()
  await expect(titles(page)).toHaveCount(3)
})

test('an image is sent from its field and shown to guests', async ({ visit }) => {
  const page = await on(visit)(HOME)
  await untilHydrated(page)
  await page.getByText('Texts of the home page').click()
  const form = formOf(page, 'Texts of the home page')
  await form.getByLabel('Or send a new one').setInputFiles('content/media/lake-keowee-exterior.jpg')
  await expect(form.getByRole('radio', { name: 'A new image' })).toBeChecked()
  await form.getByLabel('What it shows').fill('Our lake')
  await form.locator('button:not(.sr-only)', { hasText: /^Save$/ }).click()
  await page.getByRole('status').getByText('Texts of the home page changed').waitFor()
  const shown = (await on(visit)('/')).getByRole('img', { name: 'Our lake' })
  await shown.scrollIntoViewIfNeeded()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('without JavaScript an image is sent, chosen, and a reason is added and moved', async ({ visit }) => {
  const page = await on(visit)(HOME, { width: 360, javaScript: false })
  await page.getByLabel('A new image').setInputFiles('content/media/lake-keowee-dock.jpg')
  await page.getByRole('button', { name: 'Send the image' }).click()
  await page.getByText('Reasons to choose you').click()
  await titles(page).first().fill('Typed before')
  await page.getByRole('button', { name: 'Add a reason' }).click()
  await expect(titles(page).first()).toHaveValue('Typed before')
  await titles(page).last().fill('Quiet')
  await page.getByRole('button', { name: 'Move up: Reason 4' }).click()
  const added = page.locator('.record-item').nth(2)
  await expect(added.getByLabel('Title')).toHaveValue('Quiet')
  await added.getByLabel('Text').fill('You hear the snow.')
  await added.getByRole('radio').nth(1).check()
  await added.getByLabel('What it shows').fill('The dock')
  await formOf(page, 'Reasons to choose you')
    .locator('button:not(.sr-only)', { hasText: /^Save$/ })
    .click()
  await page.getByText('Reasons to choose you changed').waitFor()
  expect((await reasons(await on(visit)('/')).allTextContents())[2]).toBe('Quiet')
})

/** What a preview opens in another tab. `isChecked`: axe is a script, which the policy of a preview does not let run. */
async function previewOf(page: Page, part: string, isChecked = false): Promise<Page> {
  const withoutPolicy = async (route: Route) => {
    const response = await route.fetch()
    const { 'content-security-policy': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  }
  if (isChecked) await page.context().route('**/preview', withoutPolicy, { times: 1 })
  const opened = page.context().waitForEvent('page')
  await formOf(page, part).getByRole('button', { name: 'Preview in a new tab' }).press('Enter')
  const tab = await opened
  await tab.waitForLoadState()
  return tab
}

test('the guests’ page is seen as it will be before anything is saved, with and without JavaScript', async ({
  visit,
}) => {
  const part = 'Top of the home page'
  for (const javaScript of [true, false]) {
    const page = await on(visit)(HOME, { width: 360, javaScript })
    if (javaScript) await untilHydrated(page)
    await page.getByText(part, { exact: true }).click()
    const title = formOf(page, part).getByLabel('Title')
    await title.fill('')
    const refused = await previewOf(page, part)
    await refused.getByText('Title: Please fill this in').waitFor()
    await title.fill('Typed <b>only</b>')
    const tab = await previewOf(page, part)
    await tab.getByRole('heading', { level: 1, name: 'Typed <b>only</b>' }).waitFor()
    await tab.getByText('Preview: not saved.').click()
    await expect(tab.getByText('In search results and shared links')).toBeVisible()

    // Nothing is sent from it, and its links lead to what is saved.
    const sent: string[] = []
    tab.on('request', (request) => sent.push(request.url()))
    await tab.getByLabel('Get our emails').fill('ada@example.com')
    await tab.getByRole('button', { name: 'Sign up' }).click()
    await expect(tab.getByText('Preview: not saved.')).toBeVisible()
    expect(sent).toEqual([])
    await tab.locator('.header').getByRole('link', { name: 'Powder & Cove' }).click()
    await tab.waitForURL(`${site.url}/`)
    await expect(tab.getByRole('heading', { level: 1 })).not.toContainText('Typed')
    if (javaScript) await untilHydrated(tab)

    if (javaScript) {
      const checked = await previewOf(page, part, true)
      await checked.getByText('Preview: not saved.').click()
      await expectAccessible(checked)
    }
    // The form still has it, and the device still offers it.
    await expect(title).toHaveValue('Typed <b>only</b>')
    await page.reload()
    if (javaScript) await page.getByText(/^You were typing here on /).waitFor()
  }
})

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="#fff"/></svg>'

test('a logo drawn as SVG is shown as PNG, and a color dresses the pages unless its text could not be read', async ({
  visit,
}) => {
  const page = await on(visit)('/admin/site/look', { width: 360, expected: [/^400 POST .*\/site\/look/] })
  await untilHydrated(page)
  await page.getByText('Logo and color', { exact: true }).click()
  const form = formOf(page, 'Logo and color')
  const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) }
  await form.getByLabel('Or send a new one').setInputFiles(file)
  await expect(form.getByRole('radio', { name: 'A new image' })).toBeChecked()
  const save = () => form.locator('button:not(.sr-only)', { hasText: /^Save$/ }).click()
  const color = form.getByLabel('Color (optional)', { exact: true })
  await color.fill('#7a7a7a')
  await save()
  await form.getByText('would have a contrast of 4.29:1').waitFor()
  await color.fill('#2f6f62')
  await save()
  await page.getByRole('status').getByText('Logo and color changed').waitFor()
  await expectAccessible(page)

  for (const width of [360, 1440]) {
    const guest = await on(visit)('/host-with-us', { width })
    const logo = guest.locator('.header .brand-logo')
    await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
    const answer = await guest.request.get(await logo.evaluate((image: HTMLImageElement) => image.src), {
      headers: { accept: 'image/*' },
    })
    expect(answer.headers()['content-type']).toMatch(/^image\/(?:png|webp|avif|jpeg)$/)
    const button = guest.locator('.button-ember').first()
    expect(await button.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(47, 111, 98)')
    await expectAccessible(guest)
  }
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone:').waitFor()
  await expect((await on(visit)('/')).locator('.header .brand-logo')).toHaveCount(0)
})

test('what guests read on other pages is changed: owners, contact, the footer, and a page that is missing', async ({
  visit,
}) => {
  const change = async (path: string, part: string, fields: Record<string, string>) => {
    const page = await on(visit)(path, { width: 360 })
    await untilHydrated(page)
    await page.getByText(part, { exact: true }).click()
    const form = formOf(page, part)
    for (const [label, text] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(text)
    await form.locator('button:not(.sr-only)', { hasText: /^Save$/ }).click()
    await page.getByRole('status').getByText(`${part} changed`).waitFor()
  }
  await change('/admin/site/owners', 'Texts of the page for owners', { 'Heading of the steps': 'From hello to guests' })
  await change('/admin/site/contact', 'Contact page', { Heading: 'Write to us', Text: 'Ada reads every message' })
  await change('/admin/site/contact', 'Footer', { 'Line below the name': 'One light left on.', 'Its button': 'Join' })
  await change('/admin/site/contact', 'Not-found page', { Heading: 'Not here' })
  await change('/admin/site/contact', 'Response time and locations', { 'Response time': 'by tomorrow' })
  await (await on(visit)('/host-with-us')).getByRole('heading', { name: 'From hello to guests' }).waitFor()
  const contact = await on(visit)('/contact')
  await contact.getByRole('heading', { name: 'Write to us' }).waitFor()
  await contact.getByText('Ada reads every message, by tomorrow.').waitFor()
  await contact.locator('.footer').getByText('One light left on.').waitFor()
  await contact.locator('.footer').getByRole('button', { name: 'Join' }).waitFor()
  const missing = await on(visit)('/nothing-here', { status: 404 })
  await missing.getByRole('heading', { name: 'Not here' }).waitFor()
})
