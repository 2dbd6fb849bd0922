import type { Page } from '@playwright/test'
import { fieldOf, formOf, type ServedPage } from '#test/requests/served-page.ts'
import { expectAccessible } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { holdRequests } from '../hold-requests.ts'
import { expect, test } from '../page.ts'
import { elementsOf, textOf } from '../served-html.ts'

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

const empty = Object.fromEntries(Object.keys(PROPERTY).map((label) => [label, ''])) as typeof PROPERTY

test('an owner corrects every error of three sections, sends again what could not be sent, is thanked, and finds the form empty', async ({
  visit,
}) => {
  const page = await visit('/host-with-us', { width: 390, expected: [/\/api\/host-inquiry/] })
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
  await expectAccessible(page, 'main')
  const links = page.getByRole('alert').getByRole('link')
  const labels = [
    ...['Name', 'Email', 'Property location', 'Bedrooms', 'Bathrooms (optional)', 'Maximum guests'],
    'Airbnb link (optional)',
  ]
  await expect(links).toHaveText(labels)
  await links.getByText('Maximum guests').click()
  await expect(page.getByLabel('Maximum guests')).toBeFocused()

  // An invalid number is not treated as a missing one.
  await write(page, { Bathrooms: '' })
  await page.getByLabel('Bathrooms').pressSequentially('2e')
  await submitButton(page).click()
  await page.getByText('Please enter whole or half bathrooms, such as 2.5').waitFor()
  expect(posts).toEqual([])

  const fail = await holdRequests(page, CALL, { finish: (route) => route.abort('internetdisconnected') })
  await write(page)
  const before = await written(page)
  await submitButton(page).click()
  await page.getByRole('button', { name: 'Submitting...' }).waitFor()
  fail()
  await toastOf(page).getByText('Failed to submit inquiry. Please try again.').waitFor()
  await expect(toastOf(page)).toContainText('Error')
  expect(await written(page)).toEqual(before)

  await page.unroute(CALL)
  posts.splice(0)
  await submitButton(page).dblclick()
  await toastOf(page).getByText('Inquiry Submitted!').waitFor()
  await expect(toastOf(page)).toContainText('Thanks for telling us')
  await expect(page.locator('.form-sent strong')).toHaveText(/^[\dA-F]{4}-[\dA-F]{4}$/)
  expect(Object.values(await written(page)).join('')).toBe('')
  await submitButton(page).click()
  await expect(page.getByRole('alert')).toContainText('Please check')
  await expect(page.locator('.form-sent')).toHaveCount(0)
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

const SUBMIT = { button: 'Submit inquiry' }
/** Optional fields say so in their label. */
const labelled = (answers: typeof PROPERTY) =>
  Object.fromEntries(
    Object.entries(answers).map(([label, value]) => [OPTIONAL.has(label) ? `${label} (optional)` : label, value]),
  )
const OPTIONAL = new Set(['Phone', 'Bathrooms', 'Airbnb link', 'Vrbo link', 'Additional information'])
const typedIn = (page: ServedPage) =>
  Object.fromEntries(
    Object.keys(labelled(PROPERTY)).map((label) => [label, fieldOf(formOf(page, SUBMIT), label).value]),
  )

test('without JavaScript an inquiry is refused with its input kept, then accepted and confirmed', async () => {
  const owner = visitByRequests()
  const form = await owner.open('/host-with-us')
  for (const heading of [
    'Partner with Powder & Cove',
    'Premium properties',
    'Professional management',
    'Maximize revenue',
  ])
    expect(form.headings).toContain(heading)
  expect(elementsOf(form.html, 'legend').map(textOf)).toEqual([
    'Contact information',
    'Property details',
    'Current listings (optional)',
  ])
  expect(form.links.find(({ label }) => label.startsWith('View '))?.href).toMatch(/^\/property\//)

  const refused = await owner.send(form, SUBMIT, labelled({ ...PROPERTY, Bedrooms: '0', Bathrooms: '' }))
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Must have at least 1 bedroom')])
  expect(typedIn(refused)).toEqual(labelled({ ...PROPERTY, Bedrooms: '0', Bathrooms: '' }))
  const sent = await owner.send(refused, SUBMIT, { Bedrooms: '3' })
  expect(sent.url.pathname + sent.url.search).toMatch(/^\/host-with-us\?sent=[\dA-F]{4}-[\dA-F]{4}$/)
  expect(sent.notes).toContainEqual(expect.stringContaining('Inquiry Submitted!'))
})
