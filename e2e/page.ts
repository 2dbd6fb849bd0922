import type { Page } from '@playwright/test'
import { test as base, expect } from '@playwright/test'
import { type LiveSite, startLiveSite } from './live-site.ts'
import { watchErrors } from './page-errors.ts'
import { startSite } from './site.ts'
import { findRunningSite, setSite, siteUrl } from './site-url.ts'
import { openVisitors } from './visitors.ts'

type VisitOptions = {
  /** 1440 by default; below 600 the visitor uses a phone. */
  width?: number
  javaScript?: boolean
  /** The settings of the visitor’s computer: `en-US`, and the time zone of this machine, by default. */
  locale?: string
  timeZone?: string
  /** The back office's service worker runs. Its requests pass a test's routes. */
  worker?: boolean
  /** For a site with a self-signed certificate. */
  selfSigned?: boolean
  /** With nothing in the HTTP cache either: for tests of what a browser loads. */
  isNew?: boolean
  /** The expected status of the page, 200 by default. */
  status?: number
  /** Errors that this test expects, such as `/409 .*\/api\/bookings/`; any other fails the test. */
  expected?: RegExp[]
}

/** Opens a page of the site as a new visitor, or a full address of another site. */
export type Visit = (path: string, options?: VisitOptions) => Promise<Page>

/** The password of the operator mia of the live site. */
export const PASSWORD = 'ten lit windows'
/** How many tests have come to the live site. */
let visits = 0

type WorkerFixtures = { siteAddress: string; liveSite: LiveSite; visitors: ReturnType<typeof openVisitors> }

/** Without JavaScript the browser reports each skipped module as blocked by the policy. */
const NOT_RUN = /^csp GET .*\/assets\/[^/]+\.js$/

/** The stream of a tab whose operator has signed out ends, and the browser asks for it once more. */
const SIGNED_OUT = /^401 GET .*\/admin\/events$/

export { expect }

/**
 * `visit` fails the test on console errors, uncaught errors, and violations of the content security policy. It also
 * fails on failed requests and responses of 400 and above. It does so at any time during the test. A failed test saves
 * a screenshot of each page. Each worker has its own built site at `siteUrl`, which outlives a failed test. `live` is a
 * live site that tests share. Each leaves its operator and settings as they were.
 */
export const test = base.extend<{ visit: Visit; live: LiveSite }, WorkerFixtures>({
  siteAddress: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use, { parallelIndex }) => {
      const running = await findRunningSite(parallelIndex)
      const own = running ? null : await startSite()
      const site = running ?? own
      if (!site) throw new Error('The worker has no site.')
      setSite(site)
      await use(site.url)
      await own?.stop()
    },
    { scope: 'worker', auto: true, timeout: 120_000 },
  ],
  liveSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const site = await startLiveSite({ mia: PASSWORD })
      await use(site)
      await site.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  live: async ({ liveSite }, use) => {
    // Together, the tests would reach the limit of pages for one address.
    visits += 1
    liveSite.comeFrom(`2001:db8:${visits.toString(16)}::1`)
    await use(liveSite)
  },
  visitors: [
    async ({ browser }, use) => {
      const visitors = openVisitors(browser)
      await use(visitors)
      await visitors.close()
    },
    { scope: 'worker' },
  ],
  visit: async ({ visitors }, use, testInfo) => {
    const guests: { page: Page; leave: () => Promise<void>; errors: () => string[] }[] = []
    await use(async (path, options = {}) => {
      const wanted = contextOptions(options)
      const visitor = await visitors.take(wanted, options.isNew ?? false)
      const { page } = visitor
      const expected = [SIGNED_OUT, ...(options.expected ?? []), ...(options.javaScript === false ? [NOT_RUN] : [])]
      const errors = watchErrors(page, { ...options, expected })
      guests.push({ page, errors, leave: () => visitors.leave(visitor, `${siteUrl()}/robots.txt`, wanted) })
      const answer = await page.goto(new URL(path, siteUrl()).href, { waitUntil: 'load' })
      expect(answer?.status(), `the status of ${path}`).toBe(options.status ?? 200)
      return page
    })
    const found = guests.flatMap(({ errors }) => errors())
    const failed = found.length > 0 || testInfo.status !== testInfo.expectedStatus
    for (const [index, { page }] of failed ? guests.entries() : []) {
      await page.screenshot({ path: testInfo.outputPath(`page-${index + 1}.png`), timeout: 5_000 }).catch(() => {})
    }
    await Promise.all(guests.map(({ leave }) => leave()))
    expect(found, 'what went wrong in the browser').toEqual([])
  },
})

function contextOptions(options: VisitOptions) {
  const { width = 1440, javaScript = true, selfSigned = false, worker = false, locale = 'en-US', timeZone } = options
  const phone = width < 600
  return {
    viewport: { width, height: phone ? 844 : 900 },
    hasTouch: phone,
    isMobile: phone,
    javaScriptEnabled: javaScript,
    ignoreHTTPSErrors: selfSigned,
    serviceWorkers: worker ? ('allow' as const) : ('block' as const),
    // Axe and screenshots need the page without running animations.
    reducedMotion: 'reduce' as const,
    locale,
    ...(timeZone && { timezoneId: timeZone }),
  }
}
