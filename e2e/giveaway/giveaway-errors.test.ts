import { untilHydrated } from '../booking-frame.ts'
import { call, enterButton, GUEST, newAddress, toast, watchTargets, write } from '../entry-page.ts'
import { holdRequests } from '../hold-requests.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'

test('an entry that is refused, lost, or answered late keeps the input, and can be sent again', {
  tag: '@slow',
}, async ({ visit }) => {
  const expected = [
    /^503 POST .*\/api\/entries/,
    /api\/entries.*ERR_FAILED|ERR_FAILED/,
    /^422 POST/,
    /^400 POST .*\/staycation/,
  ]
  const page = await visit('/staycation', { expected })
  await untilHydrated(page)
  await test.step('the site cannot store it', async () => {
    await write(page, newAddress())
    const away = 'We cannot store this at the moment. Please try again in a minute.'
    const body = { code: 'database-away', message: away, success: false, totalEntries: 0, error: away }
    await page.route('**/api/entries', (route) =>
      route.fulfill({ status: 503, contentType: 'application/json', body: JSON.stringify(body) }),
    )
    await enterButton(page).click()
    await expect
      .poll(() => toast(page).innerText())
      .toMatch(/Error\s+There was an issue submitting your entry\. Please try again\./)
    await expect(page.getByRole('alert')).toHaveText(away, { useInnerText: true })
    await expect(page.getByLabel('Full name')).toHaveValue(GUEST.name)
    await page.unroute('**/api/entries')
  })

  await test.step('the answer is lost, and the form corrected', async () => {
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

  await test.step('the standing arrives after somebody else began to type', async () => {
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

  await test.step('refused without a script, it is corrected with it, and the next person finds it empty', async () => {
    await page.evaluate(() => window.localStorage.clear())
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
})

test('a share that fails, was made elsewhere, is pressed twice, or is seen late says so, and counts once', {
  tag: '@slow',
}, async ({ visit }) => {
  const expected = [
    /^429 POST .*\/api\/share/,
    /Failed to record the share/,
    /api\/share.*ERR_FAILED|ERR_FAILED/,
    /failed/i,
  ]
  const email = newAddress()
  const page = await visit('/staycation', { expected })
  await untilHydrated(page)
  await write(page, email)
  await enterButton(page).click()
  await page.getByRole('heading', { name: 'One light' }).waitFor()
  await watchTargets(page)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const bonus = () => expect(toast(page)).toContainText('Bonus Entries Earned!', { useInnerText: true })

  await test.step('without a network it is only logged', async () => {
    await page.route('**/api/share', (route) => route.abort())
    const shown = await toast(page).innerText()
    await button('X').click()
    await expect(button('X')).not.toHaveAttribute('aria-disabled')
    expect(['', shown]).toContain(await toast(page).innerText())
    await page.unroute('**/api/share')
  })

  await test.step('a refusal says why', async () => {
    const answer = (status: number, body: object) =>
      page.route('**/api/share', (route) =>
        route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }),
      )
    const message = 'Please submit your entry first before sharing.'
    await answer(200, { success: false, totalEntries: 0, message, alreadyShared: false, maxBonusReached: false })
    await button('Facebook').click()
    await expect(toast(page)).toHaveText(/Error\s+Please submit your entry first before sharing\./, {
      useInnerText: true,
    })
    await answer(429, { code: 'too-many', message: 'Please wait a minute.' })
    await button('Facebook').click()
    await expect(toast(page)).toHaveText(/Error\s+Please wait a minute\./, { useInnerText: true })
    await page.unroute('**/api/share')
  })

  await test.step('made in another window, it is shown as used', async () => {
    await call('/api/share', { email, channel: 'facebook' })
    await button('Facebook').click()
    await expect(toast(page)).toHaveText(/Already Shared\s+You’ve already shared on Facebook/, { useInnerText: true })
    await expect(button('Shared: Facebook')).toBeDisabled()
  })

  await test.step('pressed twice, it is sent once, however long copying takes', async () => {
    await page.evaluate(() => {
      const copying = Promise.withResolvers<void>()
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => copying.promise }, configurable: true })
      Object.assign(window, { endCopying: copying.resolve })
    })
    const shares: string[] = []
    page.on('request', (request) => request.url().endsWith('/api/share') && shares.push(request.url()))
    await button('Copy Link').dblclick()
    await page.evaluate('endCopying()')
    await bonus()
    await page.getByRole('heading', { name: '5 lights' }).waitFor()
    expect(shares).toHaveLength(1)
  })

  await test.step('the bonus is shown until the visitor has returned from the window', async () => {
    await page.goto(`${siteUrl()}/staycation`)
    await page.getByRole('button', { name: 'Enter Another Person' }).click()
    await write(page, newAddress())
    await enterButton(page).click()
    await page.getByRole('heading', { name: 'One light' }).waitFor()
    await watchTargets(page)
    await page.clock.install()
    await page.evaluate(() => {
      document.hasFocus = () => false
      window.dispatchEvent(new Event('blur'))
    })
    await button('Facebook').click()
    await page.mouse.move(0, 0)
    await page.getByText('Bonus Entries Earned!').waitFor()
    await page.clock.runFor(60_000)
    await bonus()
    await page.evaluate(() => window.dispatchEvent(new Event('focus')))
    await page.clock.runFor(5_100)
    await expect(toast(page)).toHaveText('', { useInnerText: true })
  })
})
