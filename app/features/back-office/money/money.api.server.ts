import type { OpenAPIHono } from '@hono/zod-openapi'
import { csvFile, csvOf } from '#app/platform/http/csv-file.server.ts'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import { secretPath } from '#app/platform/http/secret-path.server.ts'
import { rateLimit } from '#app/platform/rate-limits/middleware.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { numericFromCents } from '#app/shared/money.ts'
import { slugOf } from '#app/shared/slug.ts'
import { isJournalProgram, journalFile } from './bookkeeping/bookkeeping.server.ts'
import { getLodgingTax } from './lodging-tax/lodging-tax.server.ts'
import type { TaxAdjustment, TaxEntry } from './lodging-tax/lodging-tax.ts'
import { rowWords } from './lodging-tax/row-words.ts'
import { getOwner, getOwnerPage } from './owners/owners.server.ts'
import { statementFile } from './owners/statement-file.server.ts'
import { getPayoutFile } from './payouts/payouts.server.ts'
import { LINE_KIND, PAYOUT_STATUS, type Payout, type PayoutLine } from './payouts/payouts.ts'
import { periodQuery, periodWords } from './report/periods.ts'

/** An adjustment has the period that it was filed with, and differences. */
const TAX_COLUMNS: Record<string, (row: TaxEntry | TaxAdjustment) => string | number> = {
  Tax: rowWords,
  'Changed since it was filed with': (row) => ('period' in row ? periodWords(row.period) : ''),
  Reference: ({ reference }) => reference,
  Property: ({ home }) => home,
  'Check-in': ({ checkIn }) => checkIn,
  'Check-out': ({ checkOut }) => checkOut,
  Gross: ({ gross }) => numericFromCents(gross),
  Refunds: ({ refunds }) => (refunds === null ? '' : numericFromCents(refunds)),
  Taxable: ({ taxable }) => (taxable === null ? '' : numericFromCents(taxable)),
  'Tax amount': ({ tax }) => numericFromCents(tax),
}

const PAYOUT_COLUMNS: Record<string, (row: { payout: Payout; line: PayoutLine }) => string | number> = {
  Payout: ({ payout }) => payout.id,
  Arrives: ({ payout }) => payout.arrivesOn,
  Status: ({ payout }) => PAYOUT_STATUS[payout.status],
  Line: ({ line }) => line.id,
  Day: ({ line }) => line.on,
  What: ({ line }) => LINE_KIND[line.kind],
  Description: ({ line }) => line.description ?? line.type,
  Reference: ({ line }) => line.reference ?? '',
  Property: ({ line }) => line.home,
  Amount: ({ line }) => numericFromCents(line.amount),
  Fee: ({ line }) => numericFromCents(line.fee),
  Net: ({ line }) => numericFromCents(line.amount - line.fee),
  Currency: ({ payout }) => payout.currency.toUpperCase(),
}

/** What the reports show, as files. */
export function moneyApi(services: Services, access: OperatorAccess): OpenAPIHono {
  const api = apiApp()
  const mayRead = operatorOnly(access, 'money:read')
  api.get('/admin/money/lodging-tax.csv', mayRead, async (context) => {
    const report = await getLodgingTax(services, new URL(context.req.url).searchParams)
    if (!report) return context.notFound()
    const { jurisdiction, period, entries, figures } = report
    const name = `lodging-tax-${slugOf(jurisdiction.name)}-${periodQuery(period)}.csv`
    return csvFile(context, { name, text: csvOf(TAX_COLUMNS, [...entries, ...figures.adjustments]) })
  })
  api.get('/admin/money/payouts.csv', mayRead, async (context) => {
    const { period, rows } = await getPayoutFile(services, new URL(context.req.url).searchParams)
    return csvFile(context, { name: `payouts-${periodQuery(period)}.csv`, text: csvOf(PAYOUT_COLUMNS, rows) })
  })
  api.get('/admin/money/journal.csv', mayRead, async (context) => {
    const query = new URL(context.req.url).searchParams
    const program = query.get('for') ?? ''
    if (!isJournalProgram(program)) return context.notFound()
    return csvFile(context, await journalFile(services, query, program))
  })
  api.get('/admin/money/owners/:id/statement.csv', mayRead, async (context) => {
    const owner = await getOwner(services, context.req.param('id'), new URL(context.req.url).searchParams)
    if (!owner) return context.notFound()
    return csvFile(context, statementFile(owner.month, owner.figures))
  })
  // The link of an owner is the key.
  api.get('/owner/:token/statement.csv', secretPath, rateLimit(services, 'calls'), async (context) => {
    const page = await getOwnerPage(services, context.req.param('token'), new URL(context.req.url).searchParams)
    if (!page?.statement) return context.notFound()
    return csvFile(context, statementFile(page.statement.month, page.statement.figures))
  })
  return api
}
