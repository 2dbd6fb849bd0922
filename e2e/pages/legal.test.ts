import { demoProperties } from '#content/properties/properties.ts'
import { ask } from '../ask.ts'
import { expectAccessible, WIDTHS } from '../axe.ts'
import { bookButton, referenceOf, untilHydrated, writeGuest } from '../booking-frame.ts'
import { expect, test } from '../page.ts'
import { siteUrl } from '../site-url.ts'
import { freeStay, pathOf, propertyOf } from '../stays.ts'

const PAGES = [
  ['/privacy', 'Privacy', 'What we don’t do'],
  ['/terms', 'Terms', 'Cancellation'],
  ['/accessibility', 'Accessibility', 'The homes'],
] as const

test('each legal page is linked in every footer, and shows its version', async ({ visit }) => {
  const page = await visit('/contact')
  await untilHydrated(page)
  for (const [path, title, section] of PAGES) {
    await page.getByRole('contentinfo').getByRole('link', { name: title }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    expect(new URL(page.url()).pathname).toBe(path)
    await page.getByRole('heading', { level: 2, name: section }).waitFor()
    await page.getByRole('heading', { name: 'Version 1' }).waitFor()
    await page.getByText(/^In effect since /).waitFor()
    expect(await page.title()).toBe(`${title} | Powder & Cove`)
    await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${siteUrl()}${path}`)
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'index, follow')
  }
})

test('each legal page is accessible', async ({ visit }) => {
  for (const width of WIDTHS) {
    const page = await visit('/privacy', { width })
    for (const [path] of PAGES) {
      await page.goto(`${siteUrl()}${path}`)
      await expectAccessible(page)
    }
  }
})

test('the pages are in the sitemap, and an unknown version is not found', async ({ visit }) => {
  const { text } = await ask(`${siteUrl()}/sitemap.xml`)
  for (const [path] of PAGES) expect(text).toContain(`<loc>${siteUrl()}${path}</loc>`)
  await visit('/terms?version=1')
  await visit('/terms?version=2', { status: 404 })
})

test('without JavaScript the terms link to the rules on each property page, and the statement says what is not measured', async ({
  visit,
}) => {
  const terms = await visit('/terms', { javaScript: false })
  await terms.getByText(/whether infants and pets are welcome/).waitFor()
  const statement = await visit('/accessibility', { javaScript: false })
  await statement.getByText('We haven’t yet measured the widths of doors').waitFor()
  for (const { property } of demoProperties) {
    await terms.goto(`${siteUrl()}/property/${property.slug}`)
    const rules = terms.locator('main')
    await rules.getByText(property.maxPets ? /Up to \w+ pets, \$\d+ per stay\./ : 'No pets.').waitFor()
    await rules.getByText(/infants under 2 are welcome and don’t count as guests\./).waitFor()
  }
})

test('the booking button says that booking accepts the terms, and a guest can read them without losing the form', async ({
  visit,
}) => {
  const stay = await freeStay('lake-keowee')
  const address = pathOf('lake-keowee', stay).replace(/^.*\?/, `/embed/book/${propertyOf('lake-keowee').id}?`)
  const page = await visit(address)
  await untilHydrated(page)
  const frame = page.mainFrame()
  await writeGuest(frame)
  const opened = page.waitForEvent('popup')
  await frame.getByRole('link', { name: 'terms (in a new tab)' }).click()
  const terms = await opened
  await terms.getByRole('heading', { level: 1, name: 'Terms' }).waitFor()
  await terms.close()
  await bookButton(frame).click()
  await referenceOf(frame)
})
