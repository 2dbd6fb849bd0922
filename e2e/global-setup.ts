import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { findBrowser } from './browser.ts'
import { findFirefox } from './engines/puppeteer.ts'
import { findWebKit } from './engines/webkit.ts'
import { type Site, startSite } from './site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A built site for each worker; `siteUrl` says which. */
    siteUrls: string[]
    /** Where the one browser of this run is reached. */
    browserEndpoint: string
  }
}

/** A built site for each worker, and one browser for all journeys; each page gets a context, and so cookies, of its own. */
export default async function setup(project: TestProject) {
  if (!findFirefox()) process.stderr.write('Firefox journeys are skipped: install firefox-esr.\n')
  if (!findWebKit()) process.stderr.write('WebKit journeys are skipped: install webkit2gtk-driver, xvfb and xauth.\n')
  const browser = await chromium.launchServer(await findBrowser())
  const sites: Site[] = []
  const stop = async () => {
    await browser.close()
    await Promise.all(sites.map((site) => site.stop()))
  }
  try {
    while (sites.length < Number(project.config.maxWorkers)) sites.push(await startSite())
  } catch (error) {
    await stop()
    throw error
  }
  project.provide(
    'siteUrls',
    sites.map(({ url }) => url),
  )
  project.provide('browserEndpoint', browser.wsEndpoint())
  return stop
}
