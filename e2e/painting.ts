import type { Frame, Page } from '@playwright/test'

/** Waits until what has changed so far is painted. */
export async function untilPainted(document: Page | Frame): Promise<void> {
  await document.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Waits until no animation runs. A canceled one has ended, too. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
}

/** The distance that the document's content has moved since it was opened, as browsers measure it. */
export async function layoutShift(document: Page | Frame): Promise<number> {
  await untilPainted(document)
  return document.evaluate(() => {
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type: 'layout-shift', buffered: true })
    const shifts = observer.takeRecords() as (PerformanceEntry & { value: number })[]
    return shifts.reduce((sum, { value }) => sum + value, 0)
  })
}
