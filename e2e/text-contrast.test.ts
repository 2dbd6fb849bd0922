import { searchOf, untilHydrated } from './booking-frame.ts'
import { dress, measureTextContrast, type Reading } from './contrast.ts'
import { expect, test } from './page.ts'
import { siteUrl } from './site-url.ts'

/** WCAG 2.2 AA for body text; also required of large text, where 3 would be enough. */
const ENOUGH = 4.5

/** The texts on an image: at every width, and in windows wider than `above`. */
const PAGES = [
  {
    path: '/',
    widths: [390, 820, 1440],
    words: [/^Mountain homes/, /^TOP SPOT$/],
    above: 600,
    wide: [/^Luxury Vacation/, /^Powder & Cove$/],
  },
  { path: '/staycation', widths: [1440, 390, 820], words: [], above: 960, wide: [/^Powder & Cove$/, /^Enter to Win$/] },
  { path: '/property/large-luxury', widths: [390, 820, 1440], words: [/^See all/], above: 0, wide: [] },
]
/** On a desktop only the first page has another image. All are checked at each width, and in both themes, with `--all`. */
const widthsOf = ({ path, widths }: (typeof PAGES)[number]) =>
  process.env.TEST_ALL ? widths : widths.filter((width, at) => at === 0 || (path === '/' && width === 1440))
const SCHEMES = process.env.TEST_ALL ? (['light', 'dark'] as const) : (['light'] as const)

const faint = (readings: Reading[]) => readings.filter(({ contrast }) => contrast < ENOUGH)

for (const shown of PAGES)
  test(`all text on an image of ${shown.path} has enough contrast with the worst pixels behind it`, async ({
    visit,
  }) => {
    const { path, words, above, wide } = shown
    const widths = widthsOf(shown)
    const page = await visit('/robots.txt', { width: widths[0] })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${siteUrl()}${path}`)
      await untilHydrated(page)
      // Until its script has loaded, the search is a plain form of another height, beside the hero.
      if (path === '/') await searchOf(page)
      // With reduced motion colors still change in 0.01 ms, which can be delayed on a busy machine.
      // The booking bar covers what scrolls under it.
      await dress(page, '* { transition: none !important } .booking-bar { visibility: hidden !important }')
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme })
        const readings = await measureTextContrast(page)
        for (const word of width > above ? [...words, ...wide] : words) {
          expect(
            readings.some(({ text }) => word.test(text)),
            `${word} stands on a picture`,
          ).toBe(true)
        }
        expect(faint(readings), `${width} pixels, ${colorScheme}`).toEqual([])
      }
    }
    if (path !== '/') return
    await dress(page, '.hero::before { content: none !important }')
    const lost = faint(await measureTextContrast(page)).map(({ text }) => text)
    expect(lost, 'without the dark sky').toContainEqual(expect.stringMatching(/^Mountain homes/))
  })
