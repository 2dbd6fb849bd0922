import type { OpenAPIHono } from '@hono/zod-openapi'
import { periodQuery } from '#app/features/reports/periods.ts'
import { csvFile, csvOf } from '#app/platform/http/csv-file.server.ts'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { numericFromCents } from '#app/shared/money.ts'
import { getPayoutFile } from './payouts.server.ts'
import { LINE_KIND, PAYOUT_STATUS, type Payout, type PayoutLine } from './payouts.ts'

const PAYOUT_COLUMNS: Record<string, (row: { payout: Payout; line: PayoutLine }) => string | number> = {
  Payout: ({ payout }) => payout.id,
  Arrives: ({ payout }) => payout.arrivesOn,
  Status: ({ payout }) => PAYOUT_STATUS[payout.status],
  Line: ({ line }) => line.id,
  Day: ({ line }) => line.on,
  What: ({ line }) => LINE_KIND[line.kind],
  Description: ({ line }) => line.description ?? line.type,
  Reference: ({ line }) => line.reference ?? '',
  Property: ({ line }) => line.property,
  Amount: ({ line }) => numericFromCents(line.amount),
  Fee: ({ line }) => numericFromCents(line.fee),
  Net: ({ line }) => numericFromCents(line.amount - line.fee),
  Currency: ({ payout }) => payout.currency.toUpperCase(),
}

/** Payouts with their lines, as a file. */
export function payoutsApi(services: Services, access: OperatorAccess): OpenAPIHono {
  const api = apiApp()
  api.get('/admin/money/payouts.csv', operatorOnly(access, 'money:read'), async (context) => {
    const { period, rows } = await getPayoutFile(services, new URL(context.req.url).searchParams)
    return csvFile(context, { name: `payouts-${periodQuery(period)}.csv`, text: csvOf(PAYOUT_COLUMNS, rows) })
  })
  return api
}
