import type { Page } from '@playwright/test'
import { expectAccessible, WIDTHS } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { holdRequests } from '../hold-requests.ts'
import { expect, test } from '../page.ts'

const CALL = '**/api/host-inquiry'
const submitButton = (page: Page) => page.getByRole('button', { name: /^Submit/ })
const toastOf = (page: Page) => page.locator('.toast')

const PROPERTY = {
  Name: 'Olu Owner',
  Email: 'olu@example.com',
  Phone: '+1 970 555 0100',
  'Property location': 'Steamboat Springs, CO',
  Bedrooms: '4',
  Bathrooms: '2.5',
  'Maximum guests': '10',
  'Airbnb link': 'airbnb.com/rooms/1',
  'Vrbo link': '',
  'Additional information': 'נוף להרים 🏔️',
}

async function write(page: Page, change: Partial<typeof PROPERTY> = {}) {
  for (const [label, value] of Object.entries({ ...PROPERTY, ...change }))
    await page.locator('main').getByLabel(label).fill(value)
}

async function written(page: Page) {
  const labels = Object.keys(PROPERTY)
  const values = await Promise.all(labels.map((label) => page.locator('main').getByLabel(label).inputValue()))
  return Object.fromEntries(labels.map((label, index) => [label, values[index]]))
}

function countPosts(page: Page): unknown[] {
  const posts: unknown[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST') return
    // How long the form was open, and the honeypot, are not part of the inquiry.
    const { openMs: _, websiteUrl: __, ...body } = JSON.parse(request.postData() ?? '{}')
    posts.push(body)
  })
  return posts
}

test('an owner fills in the three sections, is thanked, and finds the form empty', async ({ visit }) => {
  const page = await visit('/host-with-us')
  await untilHydrated(page)
  await page.getByRole('heading', { level: 1, name: 'Partner with Powder & Cove' }).waitFor()
  for (const group of ['Contact information', 'Property details', 'Current listings (optional)'])
    await page.getByRole('group', { name: group }).waitFor()
  const proof = page.getByRole('link', { name: /^View / })
  expect(await proof.getAttribute('href')).toMatch(/^\/property\//)
  for (const benefit of ['Premium properties', 'Professional management', 'Maximize revenue'])
    await page.getByRole('heading', { name: benefit }).waitFor()
  const posts = countPosts(page)
  await write(page)
  await submitButton(page).dblclick()
  await toastOf(page).getByText('Inquiry Submitted!').waitFor()
  await expect(toastOf(page)).toContainText('Thanks for telling us')
  await expect(page.locator('.form-sent strong')).toHaveText(/^[\dA-F]{4}-[\dA-F]{4}$/)
  expect(Object.values(await written(page)).join('')).toBe('')
  expect(posts).toEqual([
    {
      name: 'Olu Owner',
      email: 'olu@example.com',
      phone: '+1 970 555 0100',
      propertyLocation: 'Steamboat Springs, CO',
      bedrooms: 4,
      bathrooms: 2.5,
      maxGuests: 10,
      airbnbLink: 'https://airbnb.com/rooms/1',
      additionalInfo: 'נוף להרים 🏔️',
    },
  ])
})

test('every error is shown, and the summary links to each field', async ({ visit }) => {
  const page = await visit('/host-with-us')
  await untilHydrated(page)
  const posts = countPosts(page)
  await write(page, { ...empty, Bathrooms: '2.3', 'Airbnb link': 'my listing' })
  await submitButton(page).click()
  for (const message of [
    'Name must be at least 2 characters',
    'Please enter a valid email address',
    'Please enter a property location',
    'Must have at least 1 bedroom',
    'Please enter whole or half bathrooms, such as 2.5',
    'Must accommodate at least 1 guest',
    'Please enter a web address, such as https://www.airbnb.com/rooms/1',
  ])
    await page.getByText(message).waitFor()
  const links = page.getByRole('alert').getByRole('link')
  expect(await links.allTextContents()).toHaveLength(7)
  await links.getByText('Maximum guests').click()
  await expect(page.getByLabel('Maximum guests')).toBeFocused()
  expect(posts).toEqual([])
})

const empty = Object.fromEntries(Object.keys(PROPERTY).map((label) => [label, ''])) as typeof PROPERTY

test('an invalid number is not treated as a missing one', async ({ visit }) => {
  const page = await visit('/host-with-us')
  await untilHydrated(page)
  await write(page, { Bathrooms: '' })
  await page.getByLabel('Bathrooms').pressSequentially('2e')
  await submitButton(page).click()
  await page.getByText('Please enter whole or half bathrooms, such as 2.5').waitFor()
})

test('the button says that the form is being sent, and the input stays when sending fails', async ({ visit }) => {
  const page = await visit('/host-with-us', { expected: [/\/api\/host-inquiry/] })
  await untilHydrated(page)
  const fail = await holdRequests(page, CALL, { finish: (route) => route.abort('internetdisconnected') })
  await write(page)
  const before = await written(page)
  await submitButton(page).click()
  await page.getByRole('button', { name: 'Submitting...' }).waitFor()
  fail()
  await toastOf(page).getByText('Failed to submit inquiry. Please try again.').waitFor()
  await expect(toastOf(page)).toContainText('Error')
  expect(await written(page)).toEqual(before)
})

test('without JavaScript an inquiry is refused with its input kept, then accepted and confirmed', async ({ visit }) => {
  const page = await visit('/host-with-us', { javaScript: false, expected: [/^400 POST .*\/host-with-us/] })
  await write(page, { Bedrooms: '0', Bathrooms: '' })
  await submitButton(page).click()
  await page.getByText('Must have at least 1 bedroom').waitFor()
  expect(await written(page)).toEqual({ ...PROPERTY, Bedrooms: '0', Bathrooms: '' })
  await page.getByLabel('Bedrooms').fill('3')
  await submitButton(page).click()
  await page.waitForURL(/\/host-with-us\?sent=[\dA-F]{4}-[\dA-F]{4}#inquiry$/)
  await page.getByRole('status').getByText('Inquiry Submitted!').waitFor()
})

for (const width of WIDTHS)
  test(`at ${width} pixels every state of the form is accessible`, async ({ visit }) => {
    const page = await visit('/host-with-us', { width })
    await untilHydrated(page)
    await expectAccessible(page)
    await submitButton(page).click()
    await page.getByText('Must have at least 1 bedroom').waitFor()
    await expectAccessible(page, 'main')
    await write(page, { Name: `Olu of ${width}` })
    await submitButton(page).click()
    await toastOf(page).getByText('Inquiry Submitted!').waitFor()
    await expectAccessible(page, 'main, .toast')
  })
