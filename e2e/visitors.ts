import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { clockAhead } from '#test/test-clock.ts'
import { shiftDate } from './shift-date.ts'

/** A browser context and its first page: all that one person has open. */
type Visitor = {
  key: string
  context: BrowserContext
  page: Page
  origins: Set<string>
  /** It has a change that lasts. */
  changed: boolean
  /** It has a change that can be taken back. */
  adjusted: boolean
}

/** Calls with lasting effects, which cannot be undone. */
const LASTING = ['addInitScript', 'exposeBinding', 'exposeFunction', 'newCDPSession'] as const

/** Calls whose effects are undone after a test. */
const ADJUSTING = [
  'route',
  'setOffline',
  'grantPermissions',
  'setExtraHTTPHeaders',
  'emulateMedia',
  'setViewportSize',
] as const

const OF_CLOCK = ['install', 'setFixedTime', 'setSystemTime', 'pauseAt'] as const

/** The events that tests listen to. Playwright itself listens to other events. */
const HEARD = [
  'console',
  'dialog',
  'download',
  'framenavigated',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'response',
] as const

/** The number of visitors of one kind that stay for the next test. */
const KEPT = 2

/**
 * The visitors of a worker. A page in a new process costs four times as much as another address on an open page. So a
 * test leaves its pages to the next one, emptied: no cookie, nothing stored, no listener, no route.
 */
export function openVisitors(browser: Browser) {
  const free: Visitor[] = []

  async function open(key: string, options: BrowserContextOptions): Promise<Visitor> {
    const context = await browser.newContext(options)
    if (clockAhead() !== 0) await context.addInitScript(shiftDate, clockAhead())
    const page = await context.newPage()
    const visitor = { key, context, page, origins: new Set<string>(), changed: false, adjusted: false }
    for (const target of [context, page]) {
      noteCalls(target, LASTING, visitor, 'changed')
      noteCalls(target, ADJUSTING, visitor, 'adjusted')
    }
    noteCalls(page.clock, OF_CLOCK, visitor, 'changed')
    return visitor
  }

  return {
    /** Someone who has not been on any site before. `isNew` asks for an empty HTTP cache, too. */
    async take(options: BrowserContextOptions, isNew: boolean): Promise<Visitor> {
      const key = JSON.stringify(options)
      const index = isNew ? -1 : free.findIndex((visitor) => visitor.key === key)
      const visitor = free.splice(index, index < 0 ? 0 : 1)[0] ?? (await open(key, options))
      visitor.page.on('framenavigated', (frame) => void visitor.origins.add(new URL(frame.url()).origin))
      return visitor
    },

    /** Empties the visitor's browser for the next test. `blank` is a light page of the site, in the same process. */
    async leave(visitor: Visitor, blank: string, options: BrowserContextOptions): Promise<void> {
      const { key, context, page, changed } = visitor
      const isKept = !changed && !page.isClosed() && free.filter((other) => other.key === key).length < KEPT
      if (!isKept) return context.close()
      await empty(visitor, blank, options)
      free.push(visitor)
    },

    close: () => Promise.all(free.map(({ context }) => context.close())),
  }
}

/** A context with a lasting change is closed after its test. */
function noteCalls(target: object, names: readonly string[], visitor: Visitor, as: 'changed' | 'adjusted') {
  const methods = target as Record<string, (...given: unknown[]) => unknown>
  for (const name of names) {
    const method = methods[name]?.bind(target)
    if (!method) continue
    methods[name] = (...given) => {
      visitor[as] = true
      return method(...given)
    }
  }
}

async function empty(visitor: Visitor, blank: string, options: BrowserContextOptions) {
  const { context, page, origins } = visitor
  for (const event of HEARD) page.removeAllListeners(event)
  await Promise.all(
    context
      .pages()
      .filter((other) => other !== page)
      .map((other) => other.close()),
  )
  if (visitor.adjusted) await takeBack(visitor, options)
  visitor.adjusted = false
  await page.goto(blank)
  if (options.javaScriptEnabled !== false) await page.evaluate(() => sessionStorage.clear())
  const session = await Object.getPrototypeOf(context).newCDPSession.call(context, page)
  for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
  await session.detach()
  await context.clearCookies()
  origins.clear()
}

async function takeBack({ context, page }: Visitor, options: BrowserContextOptions) {
  await Promise.all([
    page.unrouteAll({ behavior: 'ignoreErrors' }),
    context.unrouteAll({ behavior: 'ignoreErrors' }),
    context.setOffline(false),
    context.clearPermissions(),
    context.setExtraHTTPHeaders({}),
    page.setExtraHTTPHeaders({}),
    page.emulateMedia({ media: null, colorScheme: null, forcedColors: null, reducedMotion: options.reducedMotion }),
    options.viewport && page.setViewportSize(options.viewport),
  ])
}
