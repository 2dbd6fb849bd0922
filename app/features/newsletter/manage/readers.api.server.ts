import type { OpenAPIHono } from '@hono/zod-openapi'
import { asc, eq } from 'drizzle-orm'
import { csvFile, csvOf } from '#app/platform/http/csv-file.server.ts'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { localDate } from '#app/shared/dates.ts'
import { newsletterSubscriptions as subscriptions } from '../newsletter.tables.server.ts'

type Reader = Pick<typeof subscriptions.$inferSelect, 'email' | 'source' | 'requestedAt' | 'confirmedAt'>

const COLUMNS: Record<string, (reader: Reader) => string> = {
  Email: ({ email }) => email,
  'Signed up on': ({ source }) => (source === 'giveaway' ? 'Giveaway' : 'Site'),
  Input: ({ requestedAt }) => requestedAt?.toISOString() ?? '',
  Confirmed: ({ confirmedAt }) => confirmedAt?.toISOString() ?? '',
}

/** The confirmed readers of the newsletter, as a file. */
export function readersApi(services: Services, access: OperatorAccess): OpenAPIHono {
  const api = apiApp()
  api.get('/admin/newsletter.csv', operatorOnly(access, 'contacts:read'), async (context) => {
    const { email, source, requestedAt, confirmedAt } = subscriptions
    const readers = await services.db
      .select({ email, source, requestedAt, confirmedAt })
      .from(subscriptions)
      .where(eq(subscriptions.isActive, true))
      .orderBy(asc(email))
    services.log.info(
      { event: 'newsletter.readers-downloaded', operator: context.get('operator').name },
      'readers downloaded',
    )
    const name = `newsletter-readers-${localDate(services.clock.now())}.csv`
    return csvFile(context, { name, text: csvOf(COLUMNS, readers) })
  })
  return api
}
