import { rm } from 'node:fs/promises'
import { expect, test } from '../page.ts'
import { demoDataDir, startSite } from '../site.ts'
import { findFirefox, startChromium, startFirefox } from './puppeteer.ts'
import type { Engine } from './session.ts'
import { engineOf } from './start-engine.ts'
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
  engine: Engine,
  { site, width, expected }: { site: string; width: number; expected?: RegExp },
  steps: (visitor: Visitor) => Promise<Result>,
): Promise<Result> {
  const session = await engine.open()
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

type Options = {
  settings?: Record<string, string>
  prepare?: (dataDir: string) => Promise<void>
  expected?: RegExp
}

/** Plays in one engine, on a demo of its own, whose data `prepare` changes before it starts. */
async function playDemo(
  [name, start]: (typeof ENGINES)[number],
  { settings, prepare, expected }: Options,
  play: (demo: Demo) => Promise<void>,
): Promise<void> {
  test.skip(start === null, `${name} is not installed`)
  test.setTimeout(240_000)
  const dataDir = await demoDataDir()
  await prepare?.(dataDir)
  const site = await startSite({ DATA_DIR: dataDir, LOG_LEVEL: 'error', ...settings })
  const engine = engineOf(name, start)
  const visit: Demo['visit'] = (width, steps) =>
    visitWith(engine, { site: site.url, width, ...(expected && { expected }) }, steps)
  try {
    await play({ site: site.url, dataDir, visit })
  } finally {
    await engine.close()
    await site.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A test in each engine, with `npm test -- --all`. The journeys of a part of the site prove the same in every run. */
export function testDemo(title: string, options: Options, play: (demo: Demo) => Promise<void>): void {
  for (const engine of ENGINES) {
    test(`in ${engine[0]}, ${title}`, { tag: '@slow' }, () => playDemo(engine, options, play))
  }
}
