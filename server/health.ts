import { sql } from 'drizzle-orm'
import { Hono } from 'hono'
import { checkSite } from '#app/features/site/site.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/**
 * `/healthz` answers while the process runs. `/readyz` answers 503 while the database does not respond, or while no
 * version of the site's texts can be shown. It also does once the process stops, so that proxies choose another one.
 */
export function health(services: Pick<Services, 'db' | 'log' | 'config' | 'clock' | 'stopping'>): Hono {
  const routes = new Hono()
  routes.get('/healthz', (context) => context.json({ status: 'alive' }))
  let answers = true
  routes.get('/readyz', async (context) => {
    if (services.stopping.signal.aborted) return context.json({ code: 'not-ready', message: 'Stopping.' }, 503)
    try {
      await services.db.execute(sql`select 1`)
      answers = true
      const site = await checkSite(services)
      if (site === 'unreadable') {
        return context.json({ code: 'not-ready', message: 'No version of site.content can be shown.' }, 503)
      }
      return context.json({ status: 'ready', ...(site === 'earlier' && { outdated: ['site.content'] }) })
    } catch (error) {
      // Once for each outage: a monitor asks every few seconds.
      if (answers) services.log.warn({ event: 'database.unavailable', err: error }, 'the database does not answer')
      answers = false
      return context.json({ code: 'not-ready', message: 'The database isn’t responding.' }, 503)
    }
  })
  return routes
}
