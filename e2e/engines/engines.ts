import { expect } from '../page.ts'
import { findFirefox, startChromium, startFirefox } from './puppeteer.ts'
import type { Engine } from './session.ts'
import { type Visitor, visitorOf } from './visitor.ts'
import { findWebKit, startWebKit } from './webkit.ts'

const firefox = findFirefox()
const webkit = findWebKit()

/** Each engine, and how it starts; null where it is not installed. */
export const ENGINES: ['Chromium' | 'Firefox' | 'WebKit', (() => Promise<Engine>) | null][] = [
  ['Chromium', startChromium],
  ['Firefox', firefox ? () => startFirefox(firefox) : null],
  ['WebKit', webkit ? () => startWebKit(webkit) : null],
]

/**
 * Firefox logs that a page was left before it had read the end of an answer, or loaded a script. React Router leaves one for
 * a redirect to a new document.
 */
const LEFT = /TypeError: Error in input stream|error loading dynamically imported module/

/** Another device: a browser without the cookies of the ones before. Errors that nobody `expected` fail the test. */
export async function visitWith<Result>(
  engine: Engine | undefined,
  { site, width, expected }: { site: string; width: number; expected?: RegExp },
  steps: (visitor: Visitor) => Promise<Result>,
): Promise<Result> {
  const session = await (engine as Engine).open()
  try {
    await session.setViewport(width, width < 600 ? 844 : 900)
    const result = await steps(visitorOf(session, site))
    expect(session.errors().filter((error) => !LEFT.test(error) && !expected?.test(error))).toEqual([])
    return result
  } finally {
    await session.close()
  }
}
