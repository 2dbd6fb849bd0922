import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { hasBundledBrowser } from './browser.ts'
import { compareScreenshots } from './compare-screenshots.ts'
import { OPERATOR_SCREENS, OPERATOR_SCREENSHOTS } from './operator-screenshots.ts'
import { test } from './page.ts'
import { openStudio, SCREENS, SCREENSHOTS, SCREENSHOTS_FOLDER } from './screenshots.ts'

const RESULTS = path.resolve(import.meta.dirname, '../test-results/images')
/** The operator's first: guests' bookings would show there. */
const COMPARED = [
  ...OPERATOR_SCREENSHOTS.flatMap((screenshot) => OPERATOR_SCREENS.map((screen) => ({ screenshot, screen }))),
  ...SCREENSHOTS.flatMap((screenshot) => SCREENS.map((screen) => ({ screenshot, screen }))),
]

test.describe('the site matches its screenshots', { tag: '@slow' }, () => {
  test.skip(!hasBundledBrowser, 'the browser that npm installs runs on Linux x64 alone')
  let studio: Awaited<ReturnType<typeof openStudio>>
  test.beforeAll(async () => {
    test.setTimeout(180_000)
    studio = await openStudio()
  })
  test.afterAll(() => studio?.close())

  for (const { screenshot, screen } of COMPARED)
    test(`${screenshot.name} at ${screen.width} pixels`, async () => {
      test.setTimeout(180_000)
      const name = `${screenshot.name}-${screen.width}`
      const stored = await readFile(path.join(SCREENSHOTS_FOLDER, `${name}.jpg`))
      const fresh = await studio.take(screenshot, screen)
      const { same, said, difference } = await compareScreenshots(stored, fresh)
      if (same) return
      mkdirSync(RESULTS, { recursive: true })
      writeFileSync(path.join(RESULTS, `${name}.jpg`), fresh)
      if (difference) writeFileSync(path.join(RESULTS, `${name}-difference.png`), difference)
      throw new Error(
        `docs/screenshots/${name}.jpg: ${said}. See ${RESULTS}; if it is meant, "npm run screenshots" keeps the new one.`,
      )
    })
})
