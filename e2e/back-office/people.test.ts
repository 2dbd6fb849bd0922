import { generate } from 'otplib'
import { untilHydrated } from '../booking-frame.ts'
import { look, saveScreenshot } from '../look.ts'
import { linkIn, mailTo } from '../mailbox.ts'
import { expect, PASSWORD, test } from '../page.ts'
import { signIn } from '../sign-in.ts'

const MARIA = { name: 'maria', email: 'maria@example.com', password: 'a long walk in the snow' }
const WIDTHS = [390, 820, 1440]
/** Forms that return with an error, and a link that has ended. */
const REFUSED = [/^400 POST/, /^410 GET .*\/new-password\//]

test('somebody is invited, sees what the role has, adds a second factor, and forgets the password', async ({
  visit,
  live,
}) => {
  test.slow()
  const owner = await visit(`${live.url}/sign-in?to=%2Fadmin%2Fpeople`, {
    selfSigned: true,
    width: 390,
    expected: REFUSED,
  })
  await signIn(owner, 'mia', PASSWORD)
  await owner.getByRole('heading', { level: 1, name: 'Team' }).waitFor()
  await untilHydrated(owner)
  await owner.locator('summary', { hasText: 'Invite somebody' }).click()
  await owner.getByRole('button', { name: 'Send the invitation' }).click()
  await owner.getByText('Please enter an email address').waitFor()
  await owner.getByLabel('Email').fill(MARIA.email)
  await owner.getByRole('radio', { name: 'Front desk' }).last().check()
  await owner.getByRole('button', { name: 'Send the invitation' }).click()
  await owner.getByRole('button', { name: `Withdraw the invitation of ${MARIA.email}` }).waitFor()
  await look(owner, 'people', WIDTHS)

  const invitation = linkIn(await mailTo(live.dataDir, MARIA.email, /invited/), 'invitation')
  const maria = await visit(invitation, { selfSigned: true, width: 390, expected: REFUSED })
  await untilHydrated(maria)
  await saveScreenshot(maria, 'invitation')
  await maria.getByLabel('Name').fill(MARIA.name)
  await maria.getByLabel('Password', { exact: true }).fill(MARIA.password)
  await maria.getByLabel('Password again').fill(`${MARIA.password}!`)
  await maria.keyboard.press('Enter')
  await maria.getByText('The passwords don’t match').waitFor()
  await maria.getByLabel('Password', { exact: true }).fill(MARIA.password)
  await maria.getByLabel('Password again').fill(MARIA.password)
  await maria.keyboard.press('Enter')
  await maria.getByRole('heading', { level: 1, name: 'Today' }).waitFor()

  const more = await maria.evaluate(() => fetch('/admin/more').then((answer) => answer.text()))
  expect(more).toContain('href="/admin/account"')
  expect(more).not.toMatch(/href="\/admin\/(?:people|homes|site|codes)"/)
  await maria.goto(`${live.url}/admin/account`)
  await untilHydrated(maria)
  await maria.getByRole('button', { name: 'Add an app' }).click()
  await maria.getByRole('img', { name: 'The key as a QR code' }).waitFor()
  await saveScreenshot(maria, 'second-factor')
  const secondFactor = maria.getByRole('region', { name: 'Second factor' })
  const secret = (await secondFactor.locator('code').textContent()) ?? ''
  await maria.getByLabel('The code that the app shows now').fill(await generate({ secret }))
  await maria.keyboard.press('Enter')
  await maria.getByText('These are your recovery codes').waitFor()
  await saveScreenshot(maria, 'recovery-codes')
  const recovery = (await secondFactor.locator('li code').first().textContent()) ?? ''

  await maria.getByRole('button', { name: 'Sign out' }).click()
  await maria.goto(`${live.url}/sign-in`)
  await untilHydrated(maria)
  await signIn(maria, MARIA.name, MARIA.password)
  await maria.getByText('One more step: the code of your app.').waitFor()
  await saveScreenshot(maria, 'code')
  await maria.getByLabel('Code of your app').fill(recovery)
  await maria.keyboard.press('Enter')
  await maria.getByRole('heading', { level: 1, name: 'Today' }).waitFor()

  await maria.context().clearCookies()
  await maria.goto(`${live.url}/sign-in`)
  await maria.getByRole('link', { name: 'Ask for a link to set a new one' }).click()
  await maria.getByLabel('Name or email').fill(MARIA.email)
  await maria.getByRole('button', { name: 'Send the link' }).click()
  await maria.getByText('If there’s an account').waitFor()
  const reset = linkIn(await mailTo(live.dataDir, MARIA.email, /new password/), 'new-password')
  await maria.goto(reset)
  await maria.getByLabel('Password', { exact: true }).fill('another walk in the snow')
  await maria.getByLabel('Password again').fill('another walk in the snow')
  await maria.getByRole('button', { name: 'Set the password' }).click()
  await maria.getByText('Your password is set. Sign in with it.').waitFor()
  await maria.goto(reset)
  await maria.getByRole('heading', { name: 'This link has ended' }).waitFor()
})

test('a session that is too old for what cannot be undone is renewed over the page, and the form goes on', {
  tag: '@slow',
}, async ({ visit, live }) => {
  const expected = [/^401 GET .*\/session\?confirm/]
  const page = await visit(`${live.url}/sign-in?to=%2Fadmin%2Faccount`, { selfSigned: true, width: 390, expected })
  await signIn(page, 'mia', PASSWORD)
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
  await look(page, 'account', WIDTHS)
  await untilHydrated(page)
  // As after a quarter of an hour: the server says so before the form is sent.
  await page.route('**/session?confirm', (route) => route.fulfill({ status: 401 }), { times: 1 })
  await page.getByRole('button', { name: 'Add an app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
  await dialog.getByText('This can’t be undone, so we ask who you are.').waitFor()
  await dialog.getByLabel('Name').fill('mia')
  await dialog.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: 'The key as a QR code' }).waitFor()
})
