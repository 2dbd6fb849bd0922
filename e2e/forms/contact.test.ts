import type { Page } from '@playwright/test'
import { fieldOf, formOf, type ServedPage } from '#test/requests/served-page.ts'
import { expectAccessible } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { holdRequests } from '../hold-requests.ts'
import { expect, test } from '../page.ts'
import { untilStill } from '../painting.ts'
import { siteUrl } from '../site-url.ts'
import { bookByCall, freeStay } from '../stays.ts'

const CALL = '**/api/contact'
const MESSAGE = 'We are twelve, with two toddlers. יש גדר? 🏔️'
const sendButton = (page: Page) => page.getByRole('button', { name: /^Send/ })
const toastOf = (page: Page) => page.locator('.toast')

async function write(page: Page, { name = 'Dana Whitlock', email = 'dana@example.com', message = MESSAGE } = {}) {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Message').fill(message)
}

const written = (page: Page) =>
  Promise.all(
    ['Name', 'Email', 'Property', 'Message'].map((label) => page.locator('main').getByLabel(label).inputValue()),
  )

function countPosts(page: Page): { key: string | undefined; body: unknown }[] {
  const posts: { key: string | undefined; body: unknown }[] = []
  page.on('request', (request) => {
    if (request.method() !== 'POST') return
    // How long the form was open is not part of the message.
    const { openMs: _, ...body } = JSON.parse(request.postData() ?? '{}')
    posts.push({ key: request.headers()['idempotency-key'], body })
  })
  return posts
}

test('what is typed before the script has come stays; each error is shown at its field with the focus, and a correction removes it', async ({
  visit,
}) => {
  const page = await visit('/robots.txt', { width: 390, expected: [/\/api\/contact/] })
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`${siteUrl()}/contact`, { waitUntil: 'commit' })
  await write(page, { name: 'Early Bird' })
  await page.getByLabel('Property').selectOption('lake-keowee')
  letGo()
  await untilHydrated(page)
  expect(await written(page)).toEqual(['Early Bird', 'dana@example.com', 'lake-keowee', MESSAGE])
  await page.unrouteAll({ behavior: 'wait' })
  await write(page, { name: '', email: '', message: '' })
  const posts = countPosts(page)
  await sendButton(page).click()
  await page.getByText('Please enter your name').waitFor()
  await page.getByText('Please enter a valid email address').waitFor()
  await page.getByText('Message must be at least 10 characters').waitFor()
  await expectAccessible(page, 'main')
  await expect(page.getByRole('alert')).toContainText('Please check the highlighted fields.')
  await expect(page.getByLabel('Name')).toBeFocused()
  const described = await page.getByLabel('Email', { exact: true }).getAttribute('aria-describedby')
  await expect(page.locator(`#${described}`)).toHaveText('Please enter a valid email address')

  await page.getByLabel('Name').fill('D')
  await expect(page.getByText('Please enter your name')).toHaveCount(1)
  await page.getByLabel('Name').fill('Dana')
  await page.getByText('Please enter your name').waitFor({ state: 'detached' })
  await page.getByLabel('Name').fill('D'.repeat(10_000))
  await page.getByText('Please enter a shorter name').waitFor()
  await write(page, { message: 'All mended now' })
  await page.getByRole('alert').getByText('Please check').waitFor({ state: 'detached' })
  expect(posts).toEqual([])

  // An error that only the server can know.
  await write(page)
  const message = 'Please enter an address that we can reach'
  await page.route(CALL, (route) =>
    route.fulfill({ status: 400, json: { code: 'invalid-input', message, fields: { email: message } } }),
  )
  await sendButton(page).click()
  await page.locator('#email-error').getByText(message).waitFor()
  await expect(toastOf(page)).toContainText(`Error sending message${message}`)
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
  expect((await written(page))[3]).toBe(MESSAGE)
})

test('when a message cannot be sent, the input stays, and sending again sends the same message; two presses send one', async ({
  visit,
}) => {
  // A message before was sent without the script.
  const page = await visit('/contact?sent=AB12-CD34', { expected: [/\/api\/contact/] })
  await untilHydrated(page)
  const posts = countPosts(page)
  const thanks = page.locator('.form-sent')
  await expect(thanks).toContainText('AB12-CD34')
  for (const [what, status, said] of [
    ['the network is away', null, 'Please try again later.'],
    ['the database is away', 503, 'We can’t save this right now.'],
    ['there were too many', 429, 'Too many messages.'],
    ['something broke', 500, 'Please try again later.'],
  ] as const)
    await test.step(what, async () => {
      await write(page, { message: `Kept while ${status}, and sent in the end` })
      const before = await written(page)
      await page.route(CALL, (route) => {
        if (status === null) return route.abort('internetdisconnected')
        const known = { code: 'a-code', message: said }
        return route.fulfill({ status, ...(status === 500 ? { body: '<h1>Oh</h1>' } : { json: known }) })
      })
      await sendButton(page).click()
      await toastOf(page).getByText('Error sending message').waitFor()
      await expect(toastOf(page)).toContainText(said)
      await expect(thanks).toHaveCount(0)
      expect(await written(page)).toEqual(before)
      await page.unroute(CALL)
      await sendButton(page).click()
      await toastOf(page).getByText('Message sent!').waitFor()
      await expect(thanks).toHaveText(/Your reference number is [\dA-F]{4}-[\dA-F]{4}/)
      const [first, second, ...others] = posts.splice(0)
      expect(second).toEqual(first)
      expect(others).toEqual([])
    })

  const release = await holdRequests(page, CALL)
  await write(page, { message: 'Sent by a nervous finger' })
  await sendButton(page).dblclick()
  await page.getByRole('button', { name: 'Sending...' }).waitFor()
  for (let press = 0; press < 8; press += 1) await page.getByLabel('Email', { exact: true }).press('Enter')
  release()
  await expect.poll(() => written(page)).toEqual(['', '', 'none', ''])
  await toastOf(page).getByText('Message sent!').waitFor()
  expect(posts).toHaveLength(1)

  // A swipe to the right dismisses a toast, a shorter one does not.
  await untilStill(page)
  const box = await toastOf(page).boundingBox()
  if (!box) throw new Error('There is no toast.')
  const swipe = async (by: number) => {
    await page.mouse.move(box.x + 40, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + 40 + by, box.y + 22, { steps: 4 })
    await page.mouse.up()
  }
  await swipe(40)
  await expect(toastOf(page)).toHaveCSS('transform', 'none')
  await swipe(60)
  await expect(toastOf(page)).toHaveCount(0)
})

const ASKED = '/contact?property=lake-keowee&checkin=2027-07-01&checkout=2027-07-05'

test('a form opened from a property sends it with the dates, confirms for five seconds, and is empty; the dates can be removed', async ({
  visit,
}) => {
  const page = await visit(ASKED)
  await untilHydrated(page)
  const posts = countPosts(page)
  await page.clock.install()
  // From here on the test controls the clock.
  await page.clock.pauseAt(Date.now() + 60_000)
  await expect(page.getByLabel('Property')).toHaveValue('lake-keowee')
  await write(page)
  await sendButton(page).click()
  await toastOf(page).getByText('Message sent!').waitFor()
  await expect(toastOf(page)).toContainText("We'll get back to you as soon as possible")
  expect(await written(page)).toEqual(['', '', 'lake-keowee', ''])
  await page.mouse.move(0, 0)
  await page.clock.runFor(4_900)
  await expect(toastOf(page)).toHaveCount(1)
  await page.clock.runFor(200)
  await expect(toastOf(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'Remove dates' }).click()
  await page.getByLabel('Property').selectOption('Luxury Home with Amazing Amenities')
  await write(page, { message: 'And is there a high chair?' })
  await sendButton(page).click()
  await toastOf(page).waitFor()
  expect(posts).toMatchObject([
    { body: { propertyId: 'lake-keowee', message: MESSAGE, checkIn: '2027-07-01', checkOut: '2027-07-05' } },
    { body: { propertyId: 'luxury-amenities', name: 'Dana Whitlock', checkIn: '', checkOut: '' } },
  ])
  expect(posts[0]?.key).toMatch(/^[0-9a-f]{32}$/)
  expect(posts[1]?.key).not.toBe(posts[0]?.key)
})

test('a guest with a booking writes about it', async () => {
  const booked = await bookByCall('spacious-condo', await freeStay('spacious-condo'))
  const { reference, stayUrl } = (await booked.json()) as { reference: string; stayUrl: string }
  const guest = visitByRequests()
  const stay = await guest.open(stayUrl)
  const link = stay.links.find(({ href }) => href.startsWith('/contact?'))
  const form = await guest.open(link?.href ?? '')
  expect(form.text).toContain(`About booking ${reference}: `)
  expect(fieldOf(formOf(form, SEND), 'propertyId').value).toBe('spacious-condo')
})

const SEND = { button: 'Send message' }
const typedIn = (page: ServedPage) =>
  ['name', 'email', 'propertyId', 'message'].map((name) => fieldOf(formOf(page, SEND), name).value)

test('without JavaScript a message is refused with its input kept, then sent and confirmed', async () => {
  const guest = visitByRequests()
  const form = await guest.open(ASKED)
  const typed = { Name: 'Dana Whitlock', Email: 'dana@', Message: MESSAGE }
  const refused = await guest.send(form, SEND, typed)
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('Please enter a valid email address')])
  expect(typedIn(refused)).toEqual(['Dana Whitlock', 'dana@', 'lake-keowee', MESSAGE])
  expect(refused.text).toContain('About your stay: Thursday, July 1, 2027')
  const sent = await guest.send(refused, SEND, { Email: 'dana@example.com' })
  expect(sent.url.pathname + sent.url.search).toMatch(/^\/contact\?sent=[\dA-F]{4}-[\dA-F]{4}$/)
  expect(sent.notes).toContainEqual(expect.stringContaining('Message sent!'))
  expect(typedIn(sent)).toEqual(['', '', 'none', ''])
})
