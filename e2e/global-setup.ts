import { chromium } from 'playwright-core'
import type { TestProject } from 'vitest/node'
import { findBrowser } from './browser.ts'
import { startSite } from './site.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The built site that the journeys visit, without a slash at the end. */
    siteUrl: string
    /** Where the one browser of this run is reached. */
    browserEndpoint: string
  }
}

/** One built site and one browser for all journeys; each page gets a context, and so cookies, of its own. */
export default async function setup(project: TestProject) {
  const browser = await chromium.launchServer(await findBrowser())
  const site = await startSite().catch(async (error) => {
    await browser.close()
    throw error
  })
  project.provide('siteUrl', site.url)
  project.provide('browserEndpoint', browser.wsEndpoint())
  return async () => {
    await browser.close()
    await site.stop()
  }
}
