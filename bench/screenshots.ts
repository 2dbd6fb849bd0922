import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { chromium } from '@playwright/test'
import { demoProperties } from '#content/properties/properties.ts'
import { findBrowser, hasBundledBrowser } from '../e2e/browser.ts'
import { compareScreenshots } from '../e2e/compare-screenshots.ts'
import { OPERATOR_SCREENS, OPERATOR_SCREENSHOTS } from '../e2e/operator-screenshots.ts'
import {
  allResults,
  freeStay,
  openStudio,
  SCREENS,
  SCREENSHOTS,
  SCREENSHOTS_FOLDER,
  settle,
  wholeCard,
} from '../e2e/screenshots.ts'
import { startSite } from '../e2e/site.ts'

/**
 * The screenshots in the README and the guide to operating, which tests compare with the site. It is the built site
 * with a new demo on a fixed day, at three widths. Unchanged screenshots are not rewritten. With a folder (`npm run
 * screenshots -- test-results/pages`) it writes full pages of today there instead, as PNG.
 */
const [folder] = process.argv.slice(2)

/** The operator's first: guests' bookings would show there. */
const SETS = [
  [OPERATOR_SCREENSHOTS, OPERATOR_SCREENS],
  [SCREENSHOTS, SCREENS],
] as const

async function updateScreenshots() {
  if (!hasBundledBrowser) throw new Error('The images are taken with the browser that npm installs on Linux x64 alone.')
  await mkdir(SCREENSHOTS_FOLDER, { recursive: true })
  const studio = await openStudio()
  try {
    for (const [screenshots, screens] of SETS) {
      for (const [screenshot, screen] of screenshots.flatMap((one) => screens.map((of) => [one, of] as const))) {
        const file = path.join(SCREENSHOTS_FOLDER, `${screenshot.name}-${screen.width}.jpg`)
        const fresh = await studio.take(screenshot, screen)
        const stored = await readFile(file).catch(() => null)
        if (stored && (await compareScreenshots(stored, fresh)).same) continue
        await writeFile(file, fresh)
        process.stdout.write(`${path.basename(file)} is new\n`)
      }
    }
  } finally {
    await studio.close()
  }
}

const idOf = (slug: string) => demoProperties.find(({ property }) => property.slug === slug)?.property.id

/** Every page on today's date. */
function pagesToday() {
  const stay = freeStay(new Date())
  return [
    { name: 'home', path: '/' },
    { name: 'property', path: '/property/large-luxury' },
    { name: 'lake', path: '/property/lake-keowee' },
    { name: 'condo', path: '/property/spacious-condo' },
    { name: 'search', path: `/search?${stay}`, ready: allResults },
    { name: 'booking', path: `/property/luxury-amenities?${stay}`, ready: wholeCard },
    { name: 'contact', path: '/contact' },
    { name: 'host-with-us', path: '/host-with-us' },
    { name: 'staycation', path: '/staycation' },
    { name: 'staycation-rules', path: '/staycation/rules' },
    { name: 'not-found', path: '/nowhere' },
    { name: 'frame', path: `/embed/book/${idOf('lake-keowee')}?place=lake` },
  ]
}

async function lookClosely(into: string) {
  await mkdir(into, { recursive: true })
  const site = await startSite({ LOG_LEVEL: 'warn' })
  const browser = await chromium.launch(await findBrowser())
  try {
    for (const { name, path: address, ready } of pagesToday()) {
      for (const screen of SCREENS) {
        const phone = screen.width < 600
        const page = await browser.newPage({
          viewport: screen,
          isMobile: phone,
          hasTouch: phone,
          reducedMotion: 'reduce',
        })
        await page.goto(`${site.url}${address}`, { waitUntil: 'load' })
        await settle(page, ready)
        await page.screenshot({ path: path.join(into, `${name}-${screen.width}.png`), fullPage: true })
        await page.close()
      }
      process.stdout.write(`${name}\n`)
    }
  } finally {
    await browser.close()
    await site.stop()
  }
}

await (folder ? lookClosely(path.resolve(folder)) : updateScreenshots())
