import { searchOf, untilHydrated } from './booking-frame.ts'
import { dress, measureTextContrast, type Reading } from './contrast.ts'
import { expect, test } from './page.ts'

/** WCAG 2.2 AA for body text; also required of large text, where 3 would be enough. */
const ENOUGH = 4.5

/** On a phone and on larger screens. Only the first page has another image on tablets. */
const screensOf = (path: string) => [[390], path === '/' || process.env.TEST_ALL ? [820, 1440] : [1440]]

/** The texts on an image at each width, and those only in windows wider than `above`. */
const PAGES = [
  { path: '/', words: [/^Mountain homes/, /^TOP SPOT$/], above: 600, wide: [/^Luxury Vacation/, /^Powder & Cove$/] },
  { path: '/staycation', words: [], above: 960, wide: [/^Powder & Cove$/, /^Enter to Win$/] },
  { path: '/property/large-luxury', words: [/^See all/], above: 0, wide: [] },
]

const faint = (readings: Reading[]) => readings.filter(({ contrast }) => contrast < ENOUGH)

for (const { path, words, above, wide } of PAGES)
  for (const widths of screensOf(path))
    test(`at ${widths.join(' and ')} pixels all text on an image of ${path} has enough contrast with the worst pixels behind it`, async ({
      visit,
    }) => {
      const page = await visit(path, { width: widths[0] })
      await untilHydrated(page)
      // Until its script has loaded, the search is a plain form of another height, beside the hero.
      if (path === '/') await searchOf(page)
      // With reduced motion colors still change in 0.01 ms, which can be delayed on a busy machine.
      // The booking bar covers what scrolls under it.
      await dress(page, '* { transition: none !important } .booking-bar { visibility: hidden !important }')
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        for (const colorScheme of ['light', 'dark'] as const) {
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
      if (path !== '/' || !widths.includes(1440)) return
      await dress(page, '.hero::before { content: none !important }')
      const lost = faint(await measureTextContrast(page)).map(({ text }) => text)
      expect(lost, 'without the dark sky').toContainEqual(expect.stringMatching(/^Mountain homes/))
    })
