import { searchOf, untilHydrated } from './booking-frame.ts'
import { dress, measureTextContrast, type Reading } from './contrast.ts'
import { expect, test } from './page.ts'

/** WCAG 2.2 AA for body text; also required of large text, where 3 would be enough. */
const ENOUGH = 4.5

/** Only the first page has another image on tablets. */
const widthsOf = (path: string) => (path === '/' || process.env.TEST_ALL ? [390, 820, 1440] : [390, 1440])

/** The texts on an image at each width, and those only in windows wider than `above`. */
const PAGES = [
  { path: '/', words: [/^Mountain homes/, /^TOP SPOT$/], above: 600, wide: [/^Luxury Vacation/, /^Powder & Cove$/] },
  { path: '/staycation', words: [], above: 960, wide: [/^Powder & Cove$/, /^Enter to Win$/] },
  { path: '/property/large-luxury', words: [/^See all/], above: 0, wide: [] },
]

const faint = (readings: Reading[]) => readings.filter(({ contrast }) => contrast < ENOUGH)

for (const { path, words, above, wide } of PAGES) {
  for (const width of widthsOf(path))
    test(`at ${width} pixels all text on an image of ${path} has enough contrast with the worst pixels behind it`, async ({
      visit,
    }) => {
      const page = await visit(path, { width })
      await untilHydrated(page)
      // Until its script has loaded, the search is a plain form of another height, beside the hero.
      if (path === '/') await searchOf(page)
      // With reduced motion colors still change in 0.01 ms, which can be delayed on a busy machine.
      // The booking bar covers what scrolls under it.
      await dress(page, '* { transition: none !important } .booking-bar { visibility: hidden !important }')
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const readings = await measureTextContrast(page)
        for (const word of width > above ? [...words, ...wide] : words) {
          expect(
            readings.some(({ text }) => word.test(text)),
            `${word} stands on a picture`,
          ).toBe(true)
        }
        expect(faint(readings), colorScheme).toEqual([])
      }
    })
}

test('without the dark sky the hero text has too little contrast, and the check reports it', async ({ visit }) => {
  const page = await visit('/')
  await untilHydrated(page)
  await searchOf(page)
  await dress(page, '.hero::before { content: none !important }')
  const lost = faint(await measureTextContrast(page)).map(({ text }) => text)
  expect(lost).toContainEqual(expect.stringMatching(/^Mountain homes/))
})
