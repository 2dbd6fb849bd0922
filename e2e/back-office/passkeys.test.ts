import type { CDPSession, Page } from '@playwright/test'
import { BOTH_WIDTHS } from '../axe.ts'
import { untilHydrated } from '../booking-frame.ts'
import { visitByRequests } from '../form-requests.ts'
import { type LiveSite, startLiveSite } from '../live-site.ts'
import { look, saveScreenshot } from '../look.ts'
import { expect, PASSWORD, test, type Visit } from '../page.ts'
import { signIn } from '../sign-in.ts'

/** A phone that asks for its owner's finger, and gets it. */
async function addDevice(page: Page): Promise<{ device: CDPSession; authenticatorId: string }> {
  const device = await page.context().newCDPSession(page)
  await device.send('WebAuthn.enable')
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { device, authenticatorId }
}

/** Presses a button as the keyboard does. */
async function press(page: Page, name: string | RegExp) {
  const button = page.getByRole('button', { name })
  await button.focus()
  await page.keyboard.press('Enter')
}

test('an operator adds a passkey, signs in and confirms with it alone, and removes it, with the keyboard', async ({
  visit,
  live,
}) => {
  test.slow()
  const expected = [/^40[09] POST .*\/session/, /^401 GET .*\/session\?confirm/]
  const page = await visit(`${live.url}/sign-in?to=%2Fadmin%2Faccount`, { selfSigned: true, width: 390, expected })
  const { device, authenticatorId } = await addDevice(page)
  const verified = (isUserVerified: boolean) =>
    device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  await untilHydrated(page)
  await saveScreenshot(page, 'sign-in')
  await signIn(page, 'mia', PASSWORD)
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
  await untilHydrated(page)

  await verified(false)
  await press(page, 'Add a passkey')
  await page.getByText('Your device didn’t answer').waitFor()
  await saveScreenshot(page, 'not-added')
  await verified(true)
  await press(page, 'Try again')
  await page.getByText('Own passkey added').first().waitFor()
  await saveScreenshot(page, 'added')
  await press(page, 'Add a passkey')
  await page.getByText('This device has a passkey for your account already.').waitFor()

  await press(page, 'Sign out')
  await page.getByText('You’re signed out.').waitFor()
  await untilHydrated(page)
  await verified(false)
  await press(page, 'Use a passkey')
  await page.getByRole('alert').getByText('Your device didn’t answer').waitFor()
  await saveScreenshot(page, 'canceled')
  await verified(true)
  await press(page, 'Use a passkey')
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await page.goto(`${live.url}/admin/account`)
  await untilHydrated(page)
  await page.getByText('last used').first().waitFor()

  // As after a quarter of an hour: the server says so before the form is sent.
  await page.route('**/session?confirm', (route) => route.fulfill({ status: 401 }), { times: 2 })
  await press(page, 'Add an app')
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
  await dialog.getByRole('button', { name: 'Use a passkey' }).waitFor()
  await look(page, 'dialog', BOTH_WIDTHS)
  await press(page, 'Use a passkey')
  await page.getByRole('img', { name: 'The key as a QR code' }).waitFor()
  await press(page, /^Remove the passkey of Chrome/)
  await dialog.getByRole('button', { name: 'Use a passkey' }).waitFor()
  await press(page, 'Use a passkey')
  await page.getByText('Own passkey removed').first().waitFor()
  await expect(page.getByRole('button', { name: /^Remove the passkey/ })).toHaveCount(0)

  await press(page, 'Sign out')
  await page.getByText('You’re signed out.').waitFor()
  await untilHydrated(page)
  await press(page, 'Use a passkey')
  await page.getByRole('alert').getByText('This passkey didn’t work.').waitFor()
})

test('what guests load has nothing of passkeys', async () => {
  const guest = visitByRequests()
  expect((await guest.open('/admin/account')).html).toMatch(/\/assets\/passkey/)
  for (const path of ['/', '/search', '/contact']) expect((await guest.open(path)).html, path).not.toContain('passkey')
})

test('where a second factor is required, the password of an operator with a passkey is not enough', {
  tag: '@slow',
}, async ({ visit }) => {
  test.setTimeout(180_000)
  // A site of its own: this holds for everybody there.
  const site = await startLiveSite({ mia: PASSWORD })
  try {
    await requireFactor(visit, site)
  } finally {
    await site.stop()
  }
})

async function requireFactor(visit: Visit, site: LiveSite) {
  const expected = [/^400 POST .*\/sign-in/]
  const page = await visit(`${site.url}/sign-in?to=%2Fadmin%2Fpeople`, { selfSigned: true, width: 390, expected })
  await addDevice(page)
  await signIn(page, 'mia', PASSWORD)
  await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor()
  await untilHydrated(page)
  await press(page, /^Require/)
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
  await page.getByText('Add a passkey or an app below').waitFor()
  await untilHydrated(page)
  await press(page, 'Add a passkey')
  await page.getByText('Own passkey added').first().waitFor()
  await page.goto(`${site.url}/admin/people`)
  await untilHydrated(page)
  await page.getByText('with a second factor').waitFor()
  await press(page, 'Sign out')
  await page.getByText('You’re signed out.').waitFor()
  await page.goto(`${site.url}/sign-in`)
  await untilHydrated(page)
  await signIn(page, 'mia', PASSWORD)
  await page.getByRole('alert').getByText('Please use your passkey.').waitFor()
  await press(page, 'Use a passkey')
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  // The page would miss the site.
  await page.goto('about:blank')
}
