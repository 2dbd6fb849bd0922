import { existsSync } from 'node:fs'
import { type ElementHandle, type Frame, type JSHandle, launch, type Page, type SupportedBrowser } from 'puppeteer-core'
import { findBrowser } from '../browser.ts'
import type { Engine, Session } from './session.ts'

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

export const findFirefox = () => FIREFOX.find((file) => existsSync(file)) ?? null

export const startFirefox = (executablePath: string) => start('firefox', executablePath)

export async function startChromium(): Promise<Engine> {
  const { executablePath = '', args, env } = await findBrowser()
  return start('chrome', executablePath, args, env as Record<string, string> | undefined)
}

/** Firefox uses WebDriver BiDi, Chromium its own protocol. */
async function start(
  browser: SupportedBrowser,
  executablePath: string,
  args?: string[],
  env = process.env,
): Promise<Engine> {
  const running = await launch({
    browser,
    executablePath,
    args,
    env: env as Record<string, string>,
    headless: true,
    // Of a live site on this machine.
    acceptInsecureCerts: true,
  })
  return {
    async open() {
      const context = await running.createBrowserContext()
      const page = await context.newPage()
      return sessionOf(page, () => context.close())
    },
    close: () => running.close(),
  }
}

function sessionOf(page: Page, close: () => Promise<void>): Session<ElementHandle> {
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => errors.push(`uncaught: ${error instanceof Error ? error.stack : error}`))
  let scope: Page | Frame = page
  return {
    goto: async (url) => void (await page.goto(url)),
    url: async () => page.url(),
    back: async () => void (await page.goBack()),
    evaluate: (run, ...input) => scope.evaluate(run as never, ...input) as Promise<never>,
    element: async (run, ...input) => {
      const found: JSHandle = await scope.evaluateHandle(run as never, ...input)
      return found.asElement() as ElementHandle | null
    },
    read: (element, property) => element.evaluate((one, name) => one[name as keyof Element], property),
    click: (element) => element.click(),
    choose: async (element, value) => void (await element.select(value)),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    upload: (element, files) => (element as ElementHandle<HTMLInputElement>).uploadFile(...files),
    async enterFrame(element) {
      scope = (await (element as ElementHandle<HTMLIFrameElement>).contentFrame()) ?? page
    },
    async leaveFrame() {
      scope = page
    },
    setViewport: (width, height) => page.setViewport({ width, height }),
    screenshot: async () => Buffer.from(await page.screenshot()),
    errors: () => errors,
    close,
  }
}
