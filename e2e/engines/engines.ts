import { rm } from 'node:fs/promises'
import { expect, test } from '../page.ts'
import { demoDataDir, startSite } from '../site.ts'
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

/** What takes half a minute is played in Chromium in every run, and in the others with `npm test -- --all`. */
export const tagOf = (engine: string) => (engine === 'Chromium' ? [] : '@slow')

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

type Demo = {
  site: string
  dataDir: string
  visit<Result>(width: number, steps: (visitor: Visitor) => Promise<Result>): Promise<Result>
}

/** A test in each engine (see `tagOf`), on a demo of its own, whose data `prepare` changes before it starts. */
export function testDemo(
  title: string,
  { prepare, expected }: { prepare?: (dataDir: string) => Promise<void>; expected?: RegExp },
  play: (demo: Demo) => Promise<void>,
): void {
  for (const [name, start] of ENGINES) {
    test(`in ${name}, ${title}`, { tag: tagOf(name) }, async () => {
      test.skip(start === null, `${name} is not installed`)
      test.setTimeout(240_000)
      const dataDir = await demoDataDir()
      await prepare?.(dataDir)
      const site = await startSite({ DATA_DIR: dataDir, LOG_LEVEL: 'error' })
      const engine = await start?.()
      const visit: Demo['visit'] = (width, steps) =>
        visitWith(engine, { site: site.url, width, ...(expected && { expected }) }, steps)
      try {
        await play({ site: site.url, dataDir, visit })
      } finally {
        await engine?.close()
        await site.stop()
        await rm(dataDir, { recursive: true, force: true })
      }
    })
  }
}
