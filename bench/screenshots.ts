import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { addDays, dateInZone, weekday } from '#app/shared/dates.ts'
import { homes } from '#content/homes.ts'
import { findBrowser } from '../e2e/browser.ts'
import { startSite } from '../e2e/site.ts'

/**
 * The README's pictures: the built site with a new demo, its first screens at three widths. With a folder
 * (`npm run screenshots -- test-results/pages`) it puts whole pages there instead, as PNG, for a close look.
 */
const [folder] = process.argv.slice(2)
const SHOTS = path.resolve(import.meta.dirname, '../docs/screenshots')
const SCREENS = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
]
const PATIENCE_MS = 120_000

/** Four nights from a Friday ten weeks ahead, which the demo leaves free in every home. */
function freeStay(): string {
  const today = dateInZone(new Date(), 'America/Denver')
  const checkin = addDays(today, ((5 - weekday(today) + 6) % 7) + 1 + 70)
  return String(new URLSearchParams({ checkin, checkout: addDays(checkin, 4), adults: '6', children: '2' }))
}

const idOf = (slug: string) => homes.find(({ property }) => property.slug === slug)?.property.id
const PAGES = {
  home: '/',
  property: '/property/large-luxury',
  lake: '/property/lake-keowee',
  search: `/search?${freeStay()}`,
  booking: `/property/luxury-amenities?${freeStay()}`,
  ...(folder && {
    contact: '/contact',
    'host-with-us': '/host-with-us',
    staycation: '/staycation',
    'staycation-rules': '/staycation/rules',
    'not-found': '/nowhere',
    frame: `/embed/book/${idOf('lake-keowee')}?place=lake`,
    condo: '/property/spacious-condo',
  }),
}

/** Shows every lazy part once, then waits until each picture and the frame's total are there. */
async function settle(page: Page, name: string): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let top = 0; top < height; top += 500) {
    await page.evaluate((y) => window.scrollTo(0, y), top)
    await page.waitForTimeout(60)
  }
  await page.waitForFunction(
    () => [...document.images].every((image) => image.checkVisibility() === false || image.complete),
    null,
    { timeout: PATIENCE_MS },
  )
  await page.evaluate(() => document.fonts.ready)
  if (name === 'booking')
    await page.frameLocator('#book iframe').getByRole('button', { name: 'Book these nights' }).waitFor()
  if (name === 'search') await page.getByRole('link', { name: 'See this home' }).last().waitFor()
  await page.evaluate(() => window.scrollTo(0, 0))
  await page.waitForTimeout(500)
}

async function take(browser: Browser, url: string, name: string, screen: { width: number; height: number }) {
  const context = await browser.newContext({
    viewport: screen,
    hasTouch: screen.width < 1000,
    isMobile: screen.width < 600,
    reducedMotion: 'reduce',
    locale: 'en-US',
  })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  await page.goto(url, { waitUntil: 'load' })
  await settle(page, name)
  if (folder) {
    await page.screenshot({ path: path.resolve(folder, `${name}-${screen.width}.png`), fullPage: true })
  } else {
    const file = path.join(SHOTS, `${name}-${screen.width}.jpg`)
    // A window in which the whole card fits, so that the bar at the lower edge stands below it.
    const card = page.locator('#book')
    if (name === 'booking') {
      await page.setViewportSize({ ...screen, height: 2000 })
      await card.evaluate((section) => section.scrollIntoView({ block: 'start' }))
    }
    const shown = name === 'booking' ? card : page
    await shown.screenshot({ path: file, type: 'jpeg', quality: 80 })
  }
  await context.close()
}

await mkdir(folder ? path.resolve(folder) : SHOTS, { recursive: true })
const site = await startSite({ LOG_LEVEL: 'warn' })
const browser = await chromium.launch(await findBrowser())
try {
  for (const [name, address] of Object.entries(PAGES)) {
    for (const screen of SCREENS) await take(browser, `${site.url}${address}`, name, screen)
    process.stdout.write(`${name}\n`)
  }
} finally {
  await browser.close()
  await site.stop()
}
