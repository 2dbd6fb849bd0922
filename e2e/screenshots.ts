import { resolve } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { comparisonPath } from '#app/features/search/comparison/comparison.ts'
import { addDays, dateInZone, weekday } from '#app/shared/dates.ts'
import { type Stay, stayFromQuery } from '#app/shared/stay.ts'
import { bundledBrowser } from './browser.ts'
import { untilPainted, untilStill } from './painting.ts'
import { type Site, startSite } from './site.ts'
import { bookByCall, quoteOf, SLUGS } from './stays.ts'

/** The folder of the screenshots in the README, which a test compares with the site. */
export const SCREENSHOTS_FOLDER = resolve(import.meta.dirname, '../docs/screenshots')

/** The day on which they are taken: a Monday morning in the ski season. It determines the demo's stays and giveaway. */
export const MOMENT = new Date('2027-01-11T16:00:00Z')
const TIMEOUT_MS = 120_000

export type Screen = { width: number; height: number }
export const SCREENS: Screen[] = [
  { width: 390, height: 844 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
]

/** Starts a site on the screenshots' day. What is in `closing` is closed in the end. */
export type Studio = { start(settings: Record<string, string>): Promise<Site>; closing: (() => Promise<void>)[] }

export type Screenshot = {
  name: string
  /** The path, or what makes the page on a site, the demo or its own, and returns its address. */
  path: string | ((site: string, studio: Studio) => Promise<string>)
  dark?: boolean
  /** Waits for what the screenshot needs, beside the page's images and fonts. */
  ready?: (page: Page) => Promise<void>
  /** Only this part of the page. */
  part?: string
}

/** Four nights from a Friday ten weeks ahead, which the demo leaves available in every property. */
export function freeStay(from = MOMENT): string {
  const today = dateInZone(from, 'America/Denver')
  const checkin = addDays(today, ((5 - weekday(today) + 6) % 7) + 1 + 70)
  return String(new URLSearchParams({ checkin, checkout: addDays(checkin, 4), adults: '6', children: '2' }))
}

export const allResults = (page: Page) => page.getByRole('link', { name: 'View this home' }).last().waitFor()
export const wholeCard = (page: Page) =>
  page.frameLocator('#book iframe').getByRole('button', { name: 'Request to book' }).waitFor()

/** Replaces what differs each time, references and clock times, by letters of the same width. */
export const withoutChance = (page: Page) =>
  page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      node.nodeValue = (node.nodeValue ?? '')
        .replace(/\b[2-9B-Z]{3}-[2-9B-Z]{3}\b/, '7K3-M9Q')
        .replace(/127\.0\.0\.1:\d+/, '127.0.0.1:3000')
        .replace(/\b\d{1,2}:\d\d [AP]M ([EM][DS]T)\b/, '9:00 AM $1')
    }
  })

export const demoStay = () => stayFromQuery(new URLSearchParams(freeStay())) as Stay

/** A confirmed stay that begins soon, so that its page has the arrival guide. */
async function bookConfirmed(site: string): Promise<string> {
  const checkIn = addDays(dateInZone(MOMENT, 'America/Denver'), 8)
  const stay = { checkIn, checkOut: addDays(checkIn, 4), adults: 6, children: 2, infants: 0, pets: 0 }
  const answer = await bookByCall('luxury-amenities', stay, site)
  const { stayUrl, reference } = (await answer.json()) as { stayUrl: string; reference: string }
  const address = `${site}/admin/bookings/${reference}`
  const body = new URLSearchParams({ intent: 'confirm' })
  await fetch(address, { method: 'POST', body, headers: { origin: site }, redirect: 'manual' })
  return stayUrl
}

export const SCREENSHOTS: Screenshot[] = [
  { name: 'home', path: '/' },
  { name: 'property', path: '/property/large-luxury' },
  { name: 'lake', path: '/property/lake-keowee' },
  { name: 'search', path: `/search?${freeStay()}`, ready: allResults },
  { name: 'compare', path: comparisonPath(SLUGS, demoStay()) },
  { name: 'quote', path: (site) => quoteOf('large-luxury', demoStay(), site), ready: withoutChance },
  { name: 'stay', path: bookConfirmed, ready: withoutChance },
  { name: 'booking', path: `/property/luxury-amenities?${freeStay()}`, ready: wholeCard, part: '#book' },
]

/** A new demo on the screenshots' day, and the browser that takes them. */
export async function openStudio() {
  const clock = resolve(import.meta.dirname, 'set-clock.ts')
  const closing: Studio['closing'] = []
  const start: Studio['start'] = async (settings) => {
    const day = { NODE_OPTIONS: `--import=${clock}`, CLOCK_FROM: MOMENT.toISOString() }
    const started = await startSite({ LOG_LEVEL: 'warn', ...day, ...settings })
    closing.push(started.stop)
    const stop = async () => {
      closing.splice(closing.indexOf(started.stop), 1)
      await started.stop()
    }
    return { ...started, stop }
  }
  const site = await start({})
  const browser = await chromium.launch(await bundledBrowser())
  const made = new Map<Screenshot, string>()
  const addressOf = async (image: Screenshot) => {
    const { path } = image
    const address = made.get(image) ?? (typeof path === 'string' ? path : await path(site.url, { start, closing }))
    made.set(image, address)
    return new URL(address, site.url).href
  }
  return {
    take: async (image: Screenshot, screen: Screen) => take(browser, await addressOf(image), image, screen),
    close: async () => {
      await browser.close()
      for (const close of closing) await close()
    },
  }
}

/** Waits for the page's scripts, scrolls every lazy part into view once, then waits for all images and fonts. */
export async function settle(page: Page, ready?: Screenshot['ready']): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  // Until its script has loaded, the search is a plain form of another height.
  for (const search of await page.locator('stay-search').all()) {
    await search.locator('button.stay-field').first().waitFor({ state: 'attached' })
  }
  // Hearts load a second later.
  for (const heart of await page.locator('save-button').all()) {
    await heart.locator('button').waitFor({ state: 'attached' })
  }
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let top = 0; top < height; top += 500) {
    await page.evaluate((y) => window.scrollTo(0, y), top)
    await untilPainted(page)
  }
  await page.waitForFunction(
    () => [...document.images].every((image) => image.checkVisibility() === false || image.complete),
    null,
    { timeout: TIMEOUT_MS },
  )
  await page.evaluate(() => document.fonts.ready)
  await ready?.(page)
  await page.evaluate(() => window.scrollTo(0, 0))
  await untilPainted(page)
  await untilStill(page)
}

async function take(browser: Browser, address: string, image: Screenshot, screen: Screen): Promise<Buffer> {
  const context = await browser.newContext({
    viewport: screen,
    hasTouch: screen.width < 1000,
    isMobile: screen.width < 600,
    reducedMotion: 'reduce',
    colorScheme: image.dark ? 'dark' : 'light',
    locale: 'en-US',
    timezoneId: 'America/Denver',
  })
  try {
    context.setDefaultTimeout(TIMEOUT_MS)
    await context.clock.setSystemTime(MOMENT)
    const page = await context.newPage()
    await page.goto(address, { waitUntil: 'load' })
    await settle(page, image.ready)
    return await compress(await (image.part ? takePart(page, image.part) : page.screenshot({ animations: 'disabled' })))
  } finally {
    await context.close()
  }
}

/** In a window that fits the whole part, so that a bar at the bottom does not cover it. */
async function takePart(page: Page, selector: string): Promise<Buffer> {
  const part = page.locator(selector)
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 2800 })
  await part.evaluate((section) => section.scrollIntoView({ block: 'start' }))
  return part.screenshot({ animations: 'disabled' })
}

/** Compresses a screenshot for storage. Screenshots to compare get the same compression. */
function compress(png: Buffer): Promise<Buffer> {
  return sharp(png).jpeg({ quality: 80, mozjpeg: true }).toBuffer()
}
