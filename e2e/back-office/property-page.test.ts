import type { Page } from '@playwright/test'
import { fieldOf, formOf, type ServedPage } from '#test/requests/served-page.ts'
import { BOTH_WIDTHS, expectAccessible } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { look } from '../look.ts'
import { expect, test } from '../page.ts'

const section = (page: Page, part: string) => page.getByRole('region', { name: part, exact: true })
/** On a phone the list of sections is a page of its own. */
async function open(page: Page, part: string) {
  const list = page.getByRole('navigation', { name: 'Sections of the page' })
  if (!(await list.isVisible())) await page.getByRole('link', { name: 'All sections' }).click()
  await list.getByRole('link', { name: part }).click()
  await section(page, part).waitFor()
}
const save = (page: Page, part: string) =>
  section(page, part).getByRole('button', { name: 'Save', exact: true }).last().click()
const said = (page: Page, words: string) => page.getByRole('status').getByText(words).waitFor()

/** The questions and refusals of the form. */
const REFUSED = [/^4(00|09) POST .*\/page/]

test('a page is written from an empty draft, rooms with their beds by keyboard, and read as guests will', {
  tag: '@slow',
}, async ({ visit }) => {
  const name = 'Pine Cabin'
  const page = await visit('/admin/homes', { width: 390, expected: REFUSED })
  await untilHydrated(page)
  await page.getByText('Add a home', { exact: true }).first().click()
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Place').fill('Oak Creek, CO')
  await page.getByLabel('Sleeps').fill('3')
  await page.getByRole('button', { name: 'Add the home' }).click()
  await page.waitForURL(/\/admin\/homes\/pine-cabin/)
  await page.goto(`${page.url().split('?')[0]}/page`)
  await untilHydrated(page)

  await open(page, 'Title and card')
  await section(page, 'Title and card').getByLabel('Title', { exact: true }).fill(`<b>${name}</b> שלום 🏡`)
  await save(page, 'Title and card')
  await said(page, 'Title and card changed')

  await open(page, 'Rooms and beds')
  const rooms = section(page, 'Rooms and beds')
  await rooms.getByRole('button', { name: 'Add a room' }).focus()
  await page.keyboard.press('Enter')
  await expect(rooms.getByLabel('Name')).toBeFocused()
  await page.keyboard.type('Loft')
  await rooms.getByRole('button', { name: 'Add a bed' }).focus()
  await page.keyboard.press('Enter')
  await expect(rooms.getByLabel('Kind')).toBeFocused()
  await page.keyboard.type('q')
  await page.keyboard.press('Tab')
  await page.keyboard.type('1')
  // Drawn as it is typed, before anything is saved.
  await expect(rooms.locator('.typed-beds svg')).toHaveCount(1)
  await look(page, 'rooms', BOTH_WIDTHS)
  await page.keyboard.press('Enter')
  await rooms.getByText('The beds sleep 2, but the home is for 3 guests.').waitFor()
  await rooms.getByRole('button', { name: 'Save anyway' }).click()
  await said(page, 'Rooms and beds changed')

  await open(page, 'Search engines')
  const search = section(page, 'Search engines')
  await search.getByLabel('Title in search results').fill('A cabin in the pines')
  await expect(search.locator('.search-preview-title')).toContainText('A cabin in the pines')
  await open(page, 'Place and times')
  await section(page, 'Place and times').getByLabel('Check-in from').fill('25:00')
  await save(page, 'Place and times')
  await page.getByText('Please enter a time, such as 4:00 PM').waitFor()

  const address = new URL(page.url()).pathname.replace('/admin/homes/', '/property/').replace(/\/page.*/, '')
  const shown = await visitByRequests().open(address)
  expect(shown.headings).toContain(`<b>${name}</b> שלום 🏡`)
  expect(shown.text).toContain('Queen, sleeps')
})

test('the page of a home is seen with its typed reviews, from where they are on', {
  tag: '@slow',
}, async ({ visit }) => {
  const page = await visit('/admin/homes/lake-keowee/page', { width: 390, expected: REFUSED })
  await untilHydrated(page)
  await open(page, 'Large photos')
  const large = section(page, 'Large photos').getByRole('group', { name: 'Before the map' })
  await expect(large.getByRole('radio', { checked: true })).toHaveCount(1)
  await large.getByRole('radio', { name: 'None' }).check()
  await look(page, 'large-images', BOTH_WIDTHS)
  await open(page, 'Reviews')
  const form = section(page, 'Reviews')
  await form.getByRole('button', { name: 'Add a review' }).click()
  await form.getByLabel('What it says').last().fill('We slept like stones.')
  await form.getByLabel('Who wrote it').last().fill('Ada')
  await form.getByLabel('Where it was written').last().fill('Letter')
  await form.getByRole('button', { name: 'Preview' }).click()
  const shown = page.getByRole('dialog', { name: 'As guests see it' })
  const guests = shown.frameLocator('iframe')
  await expect(guests.getByText('We slept like stones.')).toBeInViewport()
  await expect(guests.locator('[data-changed]').first()).toContainText('We slept like stones.')
  await shown.getByRole('button', { name: 'Close' }).click()
  await expect(form.getByLabel('Who wrote it').last()).toHaveValue('Ada')
  expect((await visitByRequests().open('/property/lake-keowee')).text).not.toContain('We slept like stones.')
})

test('amenities are listed without script', async () => {
  const operator = visitByRequests()
  const search = { button: 'Save', within: 'Amenities' }
  const list = async (page: ServedPage, button: string, typed = {}) => operator.send(page, { ...search, button }, typed)
  const before = await operator.open('/admin/homes/lake-keowee/page?section=amenities')
  const groups = formOf(before, search).fields.filter(({ label }) => label === 'Name').length
  const added = await list(before, 'Add a group')
  const typed = { [`groups[${groups}].name`]: 'Snacks', [`groups[${groups}].items`]: 'Popcorn\nTea' }
  const moved = await list(added, `Move up: Group ${groups + 1}`, typed)
  expect(fieldOf(formOf(moved, search), `groups[${groups - 1}].name`).value).toBe('Snacks')
  const saved = await list(moved, 'Save')
  expect(saved.notes).toContainEqual(expect.stringContaining('Amenities changed'))
  expect((await operator.open('/property/lake-keowee')).text).toContain('Popcorn')
})

test('what was typed is offered again after the tab was closed, and forgotten once it is saved', async ({ visit }) => {
  const path = '/admin/homes/spacious-condo/page?section=story'
  const first = await visit(path, { width: 390, expected: REFUSED })
  const context = first.context()
  await untilHydrated(first)
  const headings = section(first, 'Story').getByLabel('Heading')
  const before = await headings.count()
  await section(first, 'Story').getByRole('button', { name: 'Add a section' }).click()
  await expect(headings).toHaveCount(before + 1)
  await headings.last().fill('The balcony')
  await first.close()

  const page = await context.newPage()
  await page.goto(new URL(path, first.url()).href)
  await page.getByText(/^You were typing here on .+ at .+\.$/).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Use it' }).click()
  const story = section(page, 'Story')
  await expect(story.getByLabel('Heading').last()).toHaveValue('The balcony')
  await story.getByText('The balcony').click()
  await story.getByLabel('Text').last().fill('It looks west.')
  await save(page, 'Story')
  await said(page, 'Story changed')
  await page.reload()
  await untilHydrated(page)
  await expect(page.getByText('You were typing here')).toHaveCount(0)

  // Discarded, it does not come back.
  await open(page, 'More house rules')
  await section(page, 'More house rules').getByRole('button', { name: 'Add a rule' }).click()
  await page.keyboard.type('No glass.')
  await page.reload()
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect(page.getByText('You were typing here')).toHaveCount(0)
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('No glass.')

  // Codes never stay on the device.
  await page.goto(new URL('/admin/homes/spacious-condo/guide', page.url()).href)
  await untilHydrated(page)
  await page.getByLabel('Door code (optional)', { exact: true }).fill('4711#')
  await page.getByLabel('Directions').fill('Past the mill.')
  const kept = await page.evaluate(() => JSON.stringify(localStorage))
  expect(kept).toContain('Past the mill.')
  expect(kept).not.toContain('4711#')
})

test('highlights are rows that buttons, keys and the pointer move, and guests read them in that order', async ({
  visit,
}) => {
  const page = await visit('/admin/homes/lake-keowee/page?section=story')
  await untilHydrated(page)
  const rows = page.getByRole('textbox', { name: /^Highlight \d+$/ })
  const listed = () => rows.evaluateAll((all) => all.map((row) => (row as HTMLInputElement).value))
  const [first = '', second = '', ...rest] = await listed()
  await page.getByRole('button', { name: 'Move down: Highlight 1' }).click()
  expect(await listed()).toEqual([second, first, ...rest])
  await expect(page.getByRole('button', { name: 'Move down: Highlight 2' })).toBeFocused()
  await page.getByText('One change is not saved.').waitFor()
  await page.getByRole('button', { name: /arrow keys: Highlight 2$/ }).press('ArrowUp')
  expect(await listed()).toEqual([first, second, ...rest])

  const grip = page.getByRole('button', { name: /arrow keys: Highlight 1$/ })
  await grip.hover()
  await page.mouse.down()
  await rows.nth(1).hover()
  await page.mouse.up()
  expect(await listed()).toEqual([second, first, ...rest])

  await rows.first().press('Enter')
  await page.keyboard.type('A row of its own')
  expect(await listed()).toEqual([second, 'A row of its own', first, ...rest])
  await save(page, 'Story')
  await said(page, 'Story changed')
  expect(await listed()).toEqual([second, 'A row of its own', first, ...rest])
  await page.getByRole('button', { name: 'Remove Highlight 2' }).click()
  expect(await listed()).toEqual([second, first, ...rest])
})
