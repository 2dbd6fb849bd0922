import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Builder, By, Capabilities, Key as Keys, type WebDriver, type WebElement } from 'selenium-webdriver'
import { freePort } from '../site.ts'
import type { Engine, Session } from './session.ts'

const MINI_BROWSER = '/usr/lib/*/webkit2gtk-4.*/MiniBrowser'
/**
 * The driver sometimes never answers a script in a frame whose document is replaced: it is asked again. On a busy machine
 * it may answer the first time after all.
 */
const ASK_AGAIN_MS = 4_000
const MOST_ASKED = 5
/** Nor does it always answer a press or a key that leaves the page. What shows next tells if it was done. */
const ACTS_WITHIN_MS = 10_000
const ANSWERS_WITHIN_MS = 30_000
const STARTS_WITHIN_MS = 20_000
/** The window can be as narrow as a phone only without its toolbar. */
const ARGUMENTS = ['--automation', '--full-screen']

/** The browser of Debian's `webkit2gtk-driver`, its driver, and a virtual display; null if one is missing. */
export function findWebKit(): string | null {
  const tools = ['WebKitWebDriver', 'xvfb-run', 'xauth'].map((name) => `/usr/bin/${name}`)
  return tools.every((tool) => existsSync(tool)) ? (globSync(MINI_BROWSER)[0] ?? null) : null
}

/** WebKit through its own driver, on its own virtual display. Beside another one that starts, it sometimes waits forever. */
export async function startWebKit(binary: string): Promise<Engine> {
  const driver = await startDriver()
  return { open: async () => sessionOf(await openBrowser(driver.server, binary)), close: driver.stop }
}

async function startDriver() {
  const port = await freePort()
  const screen = ['-a', '-s', '-screen 0 1600x1200x24']
  // Its own process group, so that the display and the browsers end with it.
  const driver = spawn('xvfb-run', [...screen, 'WebKitWebDriver', `--port=${port}`], {
    detached: true,
    stdio: 'ignore',
  })
  const end = () => driver.pid && process.kill(-driver.pid, 'SIGTERM')
  process.once('exit', end)
  const server = `http://127.0.0.1:${port}`
  await untilReady(server, driver).catch((error) => {
    process.removeListener('exit', end)
    if (driver.exitCode === null) end()
    throw error
  })
  return {
    server,
    async stop() {
      process.removeListener('exit', end)
      if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${driver.exitCode}.`)
      const ended = once(driver, 'exit')
      end()
      await ended
    },
  }
}

async function openBrowser(server: string, binary: string): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    // Return before the page has loaded, or errors during loading would be missed.
    pageLoadStrategy: 'none',
    // Of a live site on this machine.
    acceptInsecureCerts: true,
    'webkitgtk:browserOptions': { binary, args: ARGUMENTS },
  })
  const starting = new Builder().usingServer(server).withCapabilities(capabilities).build()
  const browser: WebDriver = await answered('the start', starting, STARTS_WITHIN_MS)
  const execute = browser.execute.bind(browser)
  browser.execute = (command) => answered(command.getName(), execute(command))
  return browser
}

async function untilReady(server: string, driver: ChildProcess) {
  for (let tries = 0; tries < 150; tries += 1) {
    if (driver.exitCode !== null) throw new Error(`WebKitWebDriver ended with ${driver.exitCode}.`)
    if ((await fetch(`${server}/status`).catch(() => null))?.ok) return
    await wait(100)
  }
  throw new Error('WebKitWebDriver was not ready within 15 seconds.')
}

/**
 * This engine's driver does not report console messages, so each page records them. The recording starts
 * while the page loads, and every response returns it.
 */
function recordErrors() {
  const page = window as { errors?: string[] }
  if (page.errors) return
  const errors: string[] = []
  page.errors = errors
  window.addEventListener('error', ({ message }) => errors.push(`uncaught: ${message}`))
  window.addEventListener('unhandledrejection', ({ reason }) => errors.push(`uncaught: ${reason}`))
  const { error } = console
  console.error = (...said) => {
    errors.push(`console: ${said.join(' ')}`)
    error(...said)
  }
}

/** Of a command that the driver does not answer, the error says which it was. */
async function answered<Output>(what: string, command: Promise<Output>, limit = ANSWERS_WITHIN_MS): Promise<Output> {
  const late = wait(limit, null, { ref: false }).then(() => {
    throw new Error(`WebKit has not answered ${what} within ${limit} ms.`)
  })
  return Promise.race([command, late])
}

const acted = (command: Promise<void>) => Promise.race([command, wait(ACTS_WITHIN_MS, undefined, { ref: false })])

function sessionOf(browser: WebDriver): Session<WebElement> {
  const errors: string[] = []
  async function ask<Output>(run: (...input: never[]) => unknown, input: unknown[]): Promise<Output> {
    const script = `(${recordErrors})(); const value = (${run})(...arguments); return [value, window.errors.splice(0)]`
    const read = async () => {
      const [value, more] = await browser.executeScript<[Output, string[]]>(script, ...input)
      // Also of an answer that comes too late.
      errors.push(...more)
      return { value }
    }
    const answers: ReturnType<typeof read>[] = []
    while (answers.length < MOST_ASKED) {
      answers.push(read())
      const answer = await Promise.race([...answers, wait(ASK_AGAIN_MS, null, { ref: false })])
      if (answer) return answer.value
    }
    throw new Error(`WebKit has not answered ${MOST_ASKED} times within ${ASK_AGAIN_MS} ms.`)
  }
  return {
    async goto(url) {
      await browser.get(url)
      const isThere = () => ask<boolean>(() => location.protocol.startsWith('http'), [])
      for (const deadline = Date.now() + ANSWERS_WITHIN_MS; !(await isThere()); await wait(20)) {
        if (Date.now() > deadline) throw new Error(`WebKit has not opened ${url} within ${ANSWERS_WITHIN_MS} ms.`)
      }
    },
    url: () => browser.getCurrentUrl(),
    back: () => browser.navigate().back(),
    evaluate: (run, ...input) => ask(run, input),
    element: (run, ...input) => ask(run, input),
    read: (element, property) => element.getProperty(property),
    click: (element) => acted(element.click()),
    choose: (element, value) => element.findElement(By.css(`option[value="${value}"]`)).click(),
    type: (text) => acted(browser.actions().sendKeys(text).perform()),
    press: (key) => acted(browser.actions().sendKeys(KEYS[key]).perform()),
    upload: (element, files) => acted(element.sendKeys(files.join('\n'))),
    enterFrame: (element) => browser.switchTo().frame(element),
    leaveFrame: () => browser.switchTo().defaultContent(),
    async setViewport(width, height) {
      await browser.manage().window().setRect({ x: 0, y: 0, width, height })
    },
    screenshot: async () => Buffer.from(await browser.takeScreenshot(), 'base64'),
    errors: () => errors,
    close: () => acted(browser.quit()),
  }
}

const KEYS = {
  Tab: Keys.TAB,
  Enter: Keys.ENTER,
  Escape: Keys.ESCAPE,
  ArrowRight: Keys.ARROW_RIGHT,
  ArrowLeft: Keys.ARROW_LEFT,
}
