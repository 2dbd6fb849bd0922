import { untilHydrated } from '../booking-frame.ts'
import { enterButton, GUEST, newAddress, toast, watchTargets, write } from '../entry-page.ts'
import { holdRequests } from '../hold-requests.ts'
import { expect, test } from '../page.ts'

test('pressing Copy Link twice shares once, however long copying takes', async ({ visit }) => {
  const page = await visit('/staycation')
  await untilHydrated(page)
  await write(page, newAddress())
  await enterButton(page).click()
  await page.getByRole('heading', { name: 'One light' }).waitFor()
  await page.evaluate(() => {
    const copying = Promise.withResolvers<void>()
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => copying.promise }, configurable: true })
    Object.assign(window, { endCopying: copying.resolve })
  })
  const shares: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/share')) shares.push(request.url())
  })
  await page.getByRole('button', { name: 'Copy Link' }).dblclick()
  await page.evaluate('endCopying()')
  await expect(toast(page)).toContainText('Bonus Entries Earned!', { useInnerText: true })
  await watchTargets(page)
  await page.getByRole('button', { name: 'Facebook' }).click()
  await page.getByRole('heading', { name: '5 lights' }).waitFor()
  await expect(toast(page)).toContainText('Bonus Entries Earned!', { useInnerText: true })
  expect(shares).toHaveLength(2)
})

test('an entrant who starts another entry keeps the input when the standing arrives late', async ({ visit }) => {
  const page = await visit('/staycation')
  await untilHydrated(page)
  await write(page, newAddress())
  await enterButton(page).click()
  await page.getByRole('heading', { name: 'One light' }).waitFor()
  const answer = await holdRequests(page, '**/api/entries/*')
  await page.reload()
  await untilHydrated(page)
  await page.getByLabel('Full name').fill('Bo Guest')
  const standing = page.waitForResponse('**/api/entries/*')
  answer()
  await (await standing).finished()
  await enterButton(page).click()
  await page.getByText('Please enter a valid email address').waitFor()
  await expect(page.getByLabel('Full name')).toHaveValue('Bo Guest')
})

test('a form corrected after a lost response can be sent again', async ({ visit }) => {
  const page = await visit('/staycation', { expected: [/api\/entries.*ERR_FAILED|ERR_FAILED/, /^422 POST/] })
  await untilHydrated(page)
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
  await page.getByRole('alert').filter({ hasText: 'We couldn’t reach the site.' }).waitFor()
  await page.getByLabel('Email', { exact: true }).fill(newAddress())
  await enterButton(page).click()
  await page.getByRole('alert').filter({ hasText: 'Submit it again' }).waitFor()
  await enterButton(page).click()
  await page.getByRole('heading', { name: 'One light' }).waitFor()
})

test('a form refused without a script can be corrected with it, and the next person finds it empty', async ({
  visit,
}) => {
  const page = await visit('/staycation', { expected: [/^400 POST .*\/staycation/] })
  await untilHydrated(page)
  await write(page, newAddress())
  await page.getByLabel('Zip code').fill('8048')
  // As submitted before hydration.
  await Promise.all([
    page.waitForEvent('load'),
    page.evaluate(() => document.querySelector<HTMLFormElement>('#enter form')?.submit()),
  ])
  await untilHydrated(page)
  await page.getByText('Please enter a 5-digit zip code').waitFor()
  await page.getByLabel('Zip code').fill(GUEST.zip)
  await enterButton(page).click()
  await page.getByRole('heading', { name: 'One light' }).waitFor()
  await page.getByRole('button', { name: 'Enter Another Person' }).click()
  await page.getByRole('heading', { name: 'Enter, and a light goes on' }).waitFor()
  await expect(page.getByLabel('Full name')).toHaveValue('')
  await expect(page.locator('#enter .form-problem')).toHaveCount(0)
})

test('the bonus is shown when the visitor returns from the share window', async ({ visit }) => {
  const page = await visit('/staycation')
  await untilHydrated(page)
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
  await expect(toast(page)).toContainText('Bonus Entries Earned!', { useInnerText: true })
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.clock.runFor(5_100)
  await expect(toast(page)).toHaveText('', { useInnerText: true })
})
