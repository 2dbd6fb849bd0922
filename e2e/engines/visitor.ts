import { setTimeout as wait } from 'node:timers/promises'
import type { IsoDate } from '#app/shared/dates.ts'
import type { Session } from './session.ts'

const TIMEOUT_MS = 20_000

/**
 * The first visible element that matches the selector and whose accessible name starts with these words. Searches shadow
 * roots too, but not frames. With `still` it is scrolled into view, and only
 * returned if it has not moved since the last call.
 */
function findVisible(selector: string, words: string, still: boolean): Element | null {
  const nameOf = (element: Element) => {
    const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent
    return label ?? (element.textContent || element.querySelector('img')?.alt || '')
  }
  const isStill = (element: Element & { lastPlace?: string }) => {
    if (!element.lastPlace) element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const place = JSON.stringify(element.getBoundingClientRect())
    const before = element.lastPlace
    element.lastPlace = place
    return place === before
  }
  const search = (root: Document | ShadowRoot): Element | null => {
    for (const element of root.querySelectorAll('*')) {
      const fits = element.matches(selector) && nameOf(element).trim().startsWith(words)
      if (fits && element.checkVisibility({ visibilityProperty: true })) return element
      const inside = element.shadowRoot && search(element.shadowRoot)
      if (inside) return inside
    }
    return null
  }
  const found = search(document)
  return found && (!still || isStill(found)) ? found : null
}

const isHydrated = () => document.documentElement.hasAttribute('data-hydrated')

/** Actions of a person in a browser, in any engine. They wait for missing elements. */
export function visitorOf<Handle>(session: Session<Handle>, site: string) {
  /** Enters the frame in which the visitor is. WebKit's driver sometimes loses it. */
  let enterFrame: (() => Promise<unknown>) | null = null
  async function until<Found>(what: string, look: () => Promise<Found | null | false>): Promise<Found> {
    let cause: unknown
    for (const deadline = Date.now() + TIMEOUT_MS; Date.now() < deadline; await wait(50)) {
      // A page that is unloading does not answer.
      const found = await look().catch(async (error) => {
        cause = error
        if (error.name === 'NoSuchWindowError') await enterFrame?.()
        return null
      })
      if (found) return found
    }
    throw new Error(`${what}: not there within ${TIMEOUT_MS / 1000} s, at ${await session.url()}`, { cause })
  }
  const find = (selector: string, words = '') =>
    until(`${selector} ${words}`, () => session.element(findVisible, selector, words, false)).catch(async (error) => {
      const there = await session.evaluate((css) => document.querySelector(css)?.textContent, selector)
      throw new Error(`${error.message}. There is: ${there}`, { cause: error })
    })

  // An element may be replaced after it is found and before it is pressed.
  const click = (selector: string, words = '') =>
    until(`${selector} ${words}`, async () => {
      const element = await session.element(findVisible, selector, words, true)
      if (element) await session.click(element)
      return element
    })

  const visitor = {
    ...session,
    /** Opens the address, and waits until the page is interactive. */
    async open(path: string) {
      await session.goto(new URL(path, site).href)
      await visitor.hydrated()
    },
    hydrated: () => until('a hydrated page', () => session.evaluate(isHydrated)),
    see: async (selector: string, words = '') => void (await find(selector, words)),
    gone: (selector: string, words = '') =>
      until(
        `no ${selector} ${words}`,
        async () => (await session.element(findVisible, selector, words, false)) === null,
      ),
    text: async (selector: string, words = '') =>
      String(await session.read(await find(selector, words), 'textContent')),
    link: async (selector: string, words: string) => String(await session.read(await find(selector, words), 'href')),
    click,
    async write(label: string, text: string) {
      await click('input, textarea', label)
      await session.type(text)
    },
    /** Replaces what is in a field. */
    async rewrite(label: string, text: string) {
      await click('input, textarea', label)
      await session.evaluate(() => (document.activeElement as HTMLInputElement | null)?.select())
      await (text ? session.type(text) : session.evaluate(() => void document.execCommand('delete')))
    },
    choose: (label: string, value: string) =>
      until(`select ${label}`, async () => {
        const element = await session.element(findVisible, 'select', label, true)
        if (element) await session.choose(element, value)
        return element
      }),
    // A button hides the field itself.
    upload: async (selector: string, ...files: string[]) =>
      session.upload(
        await until(selector, () => session.element((css) => document.querySelector(css), selector)),
        files,
      ),
    focused: () =>
      session.evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
      ),
    /** Follows a link. On a busy machine WebKit's driver sometimes moves the pointer there and does not press. */
    async follow(selector: string, words: string, path: string) {
      const left = async () => (await session.url()) === new URL(path, site).href
      for (let tries = 0; tries < 3; tries += 1) {
        await click(selector, words)
        for (let looks = 0; looks < 50; looks += 1) {
          if (await left().catch(() => false)) return
          await wait(100)
        }
      }
      throw new Error(`${words}: does not lead to ${path}, but to ${await session.url()}`)
    },
    at: (path: string) => until(`the address ${path}`, async () => (await session.url()) === new URL(path, site).href),
    /** Chooses each day, after going to its month. */
    async pickStay(...dates: IsoDate[]) {
      for (const date of dates) {
        const day = `[data-date="${date}"]`
        await visitor.see('[data-date]')
        while (!(await session.element(findVisible, day, '', false))) await visitor.click('button', 'Next month')
        await visitor.click(day)
      }
    },
    /** Runs the steps in the frame, which loads when it is scrolled to. */
    async inFrame<Result>(selector: string, steps: () => Promise<Result>): Promise<Result> {
      const come = (css: string) => {
        const frame = document.querySelector(css)
        frame?.scrollIntoView()
        return frame
      }
      // The frame gets a new document when it loads.
      const enter = async () => {
        await session.leaveFrame()
        const frame = await session.element(come, selector)
        if (frame) await session.enterFrame(frame)
        return frame && session.evaluate(isHydrated)
      }
      try {
        await until(`${selector}, hydrated`, enter)
        enterFrame = enter
        return await steps()
      } finally {
        enterFrame = null
        await session.leaveFrame()
      }
    },
  }
  return visitor
}

export type Visitor = ReturnType<typeof visitorOf>
