import { readFile } from 'node:fs/promises'
import type { Page, Route } from '@playwright/test'
import { fieldOf, formOf, type ServedPage } from '#test/requests/served-page.ts'
import { BOTH_WIDTHS, expectAccessible } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { look, saveScreenshot } from '../look.ts'
import { expect, test, type Visit } from '../page.ts'
import { elementOf, elementsOf, textOf } from '../served-html.ts'
import { type Site, startSite } from '../site.ts'

const PROPERTY = '/admin/site/home'

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

/** The preview of what is not complete yet. */
const HALF_TYPED = /^400 POST .*\/preview$/

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const titles = (page: Page) => section(page, 'Reasons to choose you').getByLabel('Title')
const valuesOf = (page: Page) =>
  titles(page).evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))
const operator = () => visitByRequests(site.url)
/** The headings that guests read below that of the reasons. */
async function reasonsOf(): Promise<string[]> {
  const { html } = await operator().open('/')
  return elementsOf(elementOf(html, 'section', 'why-heading'), 'h3').map(textOf)
}

test('reasons are added, moved and removed by keyboard, and the guests’ page has them in this order', async ({
  visit,
}) => {
  const page = await on(visit)(PROPERTY, { width: 390, expected: [HALF_TYPED] })
  await untilHydrated(page)
  const before = await reasonsOf()
  await page.getByRole('link', { name: 'Reasons to choose you' }).click()
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.method()))
  await page.getByRole('button', { name: 'Add a reason' }).press('Enter')
  await expect(titles(page).last()).toBeFocused()
  await page.keyboard.type('Quiet')
  const at = await titles(page).count()
  for (let place = at; place > 1; place -= 1) {
    await page.getByRole('button', { name: `Move up: Reason ${place}` }).press('Enter')
    await expect(titles(page).nth(place - 2)).toHaveValue('Quiet')
  }
  await expect(page.getByRole('button', { name: 'Move up: Reason 2' })).not.toBeFocused()
  await expect(section(page, 'Reasons to choose you').locator(':focus')).toHaveCount(1)
  await page.getByRole('button', { name: `Remove Reason ${at}` }).press('Enter')
  await expect(titles(page)).toHaveCount(at - 1)
  await expect(section(page, 'Reasons to choose you').locator('summary').last()).toBeFocused()
  const wanted = ['Quiet', ...before.slice(0, -1)]
  expect(await valuesOf(page)).toEqual(wanted)
  expect(sent).not.toContain('POST')
  await look(page, 'reasons', BOTH_WIDTHS)

  const first = page.locator('.record-fold').first()
  await first.getByLabel('Text').fill('You hear the snow.')
  await first.locator('input[type="radio"]').nth(1).check()
  await first.getByLabel('What it shows').fill('The lodge at night')
  // Enter saves.
  await titles(page).first().press('Enter')
  await page.getByRole('status').getByText('Reasons to choose you changed').waitFor()
  expect(await reasonsOf()).toEqual(wanted)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status').getByText('Undone')).toBeVisible()
  expect(await reasonsOf()).toEqual(before)
})

test('an image is sent from its field and shown to guests', { tag: '@slow' }, async ({ visit }) => {
  const page = await on(visit)(`${PROPERTY}?section=home`)
  await untilHydrated(page)
  const form = section(page, 'Texts of the home page')
  await form.getByLabel('Or send a new one').setInputFiles('content/media/lake-keowee-exterior.jpg')
  await expect(form.getByRole('radio', { name: 'A new image' })).toBeChecked()
  await form.getByLabel('What it shows').fill('Our lake')
  await form.locator('button:not(.sr-only)', { hasText: /^Save$/ }).click()
  await page.getByRole('status').getByText('Texts of the home page changed').waitFor()
  const shown = (await on(visit)('/')).getByRole('img', { name: 'Our lake' })
  await shown.scrollIntoViewIfNeeded()
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test('without JavaScript an image is sent, and a reason is added, moved, corrected and saved', async () => {
  const why = 'Reasons to choose you'
  const visitor = operator()
  const press = (page: ServedPage, button: string, typed = {}) => visitor.send(page, { button, within: why }, typed)
  const valueIn = (page: ServedPage, name: string) => fieldOf(formOf(page, { button: 'Save', within: why }), name)
  const image = new File([await readFile('content/media/lake-keowee-dock.jpg')], 'dock.jpg', { type: 'image/jpeg' })
  const imagesOf = (page: ServedPage) =>
    formOf(page, { button: 'Save', within: why }).fields.flatMap(({ name, value }) =>
      name === 'cards[0].image.path' ? value : [],
    )
  const before = await visitor.open(`${PROPERTY}?section=why`)
  const sent = await visitor.send(before, { button: 'Send the image' }, { 'A new image, to choose below': image })
  const [path = '', ...others] = imagesOf(sent).filter((one) => !imagesOf(before).includes(one))
  expect([path, others]).toEqual([expect.stringMatching(/^\/objects\//), []])
  const added = await press(sent, 'Add a reason', { 'cards[0].title': 'Typed before' })
  expect(valueIn(added, 'cards[0].title').value).toBe('Typed before')
  const moved = await press(added, 'Move up: Reason 4', { 'cards[3].title': 'Plain' })
  expect(valueIn(moved, 'cards[2].title').value).toBe('Plain')
  // An error stands at its field, also in a list, and the input stays.
  const refused = await press(moved, 'Save', { 'cards[2].image.alt': 'The dock' })
  expect(refused.status).toBe(400)
  expect(valueIn(refused, 'cards[2].text').described).toContain('Please fill this in')
  expect(refused.text).toContain('Please choose an image')
  expect(valueIn(refused, 'cards[2].image.alt').value).toBe('The dock')
  const typed = { 'cards[2].text': 'You hear the snow.', 'cards[2].image.path': path }
  const saved = await press(refused, 'Save', typed)
  expect(saved.notes).toContainEqual(expect.stringContaining('Reasons to choose you changed'))
  expect(await reasonsOf()).toEqual(['Typed before', expect.any(String), 'Plain', expect.any(String)])
})

/** The preview in another tab. `isChecked`: axe is a script, which the policy of a preview does not let run. */
async function previewOf(page: Page, part: string, isChecked = false): Promise<Page> {
  const withoutPolicy = async (route: Route) => {
    const response = await route.fetch()
    const { 'content-security-policy': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  }
  if (isChecked) await page.context().route('**/preview', withoutPolicy, { times: 1 })
  const opened = page.context().waitForEvent('page')
  const button = section(page, part).locator('.preview-button')
  // With script, a press of it opens no tab.
  if (isChecked) await button.evaluate((one: HTMLButtonElement) => one.form?.requestSubmit(one))
  else await button.press('Enter')
  const tab = await opened
  await tab.waitForLoadState()
  return tab
}

test('the guests’ page is seen as it will be before anything is saved, with and without JavaScript', async ({
  visit,
}) => {
  const part = 'Top of the home page'
  const address = `${PROPERTY}?section=hero`
  const page = await on(visit)(address, { width: 390, javaScript: false })
  const title = section(page, part).getByLabel('Title')
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
  await expect(title).toHaveValue('Typed <b>only</b>')

  // With script it is beside the form, and follows what is typed. The device offers it again.
  const live = await on(visit)(address, { width: 1440, expected: [HALF_TYPED] })
  await untilHydrated(live)
  const guests = live.frameLocator('iframe[title="As guests see it, on a phone"]')
  const typed = section(live, part).getByLabel('Title')
  await typed.fill('')
  await live.getByText('Title: Please fill this in').waitFor()
  await typed.fill('Typed <b>only</b>')
  await expect(guests.locator('h1[data-changed]')).toHaveText('Typed <b>only</b>')
  await expect(live.getByText('Title: Please fill this in')).toHaveCount(0)
  await expectAccessible(live)
  if (process.env.TEST_ALL) {
    const checked = await previewOf(live, part, true)
    await checked.getByText('Preview: not saved.').click()
    await expectAccessible(checked)
  }
  await live.reload()
  await live.getByText(/^You were typing here on /).waitFor()
})

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><rect width="60" height="40" fill="#fff"/></svg>'

test('a logo drawn as SVG is shown as PNG, and a color dresses the pages unless its text could not be read', async ({
  visit,
}) => {
  const page = await on(visit)('/admin/site/look?section=look', {
    width: 360,
    expected: [/^400 POST .*\/site\/look/, HALF_TYPED],
  })
  await untilHydrated(page)
  const form = section(page, 'Logo and color')
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

  const guest = await on(visit)('/host-with-us', { width: 390 })
  const logo = guest.locator('.header .brand-logo')
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320)
  const answer = await guest.request.get(await logo.evaluate((image: HTMLImageElement) => image.src), {
    headers: { accept: 'image/*' },
  })
  expect(answer.headers()['content-type']).toMatch(/^image\/(?:png|webp|avif|jpeg)$/)
  const button = guest.locator('.button-ember').first()
  expect(await button.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(47, 111, 98)')
  await saveScreenshot(guest, 'logo')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone:').waitFor()
  expect((await operator().open('/')).html).not.toContain('brand-logo')
})

test('what guests read on other pages is changed: owners, contact, the footer, and a page that is missing', async () => {
  const visitor = operator()
  const change = async (path: string, title: string, typed: Record<string, string>) => {
    const { notes } = await visitor.send(await visitor.open(path), { button: 'Save', within: title }, typed)
    expect(notes).toContainEqual(expect.stringContaining(`${title} changed`))
  }
  await change('/admin/site/owners', 'Texts of the page for owners', { 'Heading of the steps': 'From hello to guests' })
  await change('/admin/site/contact?section=contact', 'Contact page', {
    Heading: 'Write to us',
    Text: 'Ada reads every message',
  })
  await change('/admin/site/contact?section=footer', 'Footer', {
    'Line below the name': 'One light left on.',
    'Its button': 'Join',
  })
  await change('/admin/site/contact?section=missing', 'Not-found page', { Heading: 'Not here' })
  await change('/admin/site/contact', 'Response time and locations', { 'Response time': 'by tomorrow' })
  expect((await visitor.open('/host-with-us')).headings).toContain('From hello to guests')
  const contact = await visitor.open('/contact')
  expect(contact.headings).toContain('Write to us')
  expect(contact.text).toContain('Ada reads every message, by tomorrow.')
  expect(contact.text).toContain('One light left on.')
  expect(contact.forms.flatMap(({ buttons }) => buttons.map(({ label }) => label))).toContain('Join')
  const missing = await visitor.open('/nothing-here')
  expect([missing.status, missing.headings]).toEqual([404, expect.arrayContaining(['Not here'])])
})
