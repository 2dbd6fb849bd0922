import type { OpenAPIHono } from '@hono/zod-openapi'
import { periodQuery, periodWords } from '#app/features/reports/periods.ts'
import { csvFile, csvOf } from '#app/platform/http/csv-file.server.ts'
import { apiApp } from '#app/platform/http/openapi.server.ts'
import { type OperatorAccess, operatorOnly } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { numericFromCents } from '#app/shared/money.ts'
import { slugOf } from '#app/shared/slug.ts'
import { getLodgingTax } from './lodging-tax.server.ts'
import type { TaxAdjustment, TaxEntry } from './lodging-tax.ts'
import { rowWords } from './row-words.ts'

/** An adjustment has the period that it was filed with, and differences. */
const TAX_COLUMNS: Record<string, (row: TaxEntry | TaxAdjustment) => string | number> = {
  Tax: rowWords,
  'Changed since it was filed with': (row) => ('period' in row ? periodWords(row.period) : ''),
  Reference: ({ reference }) => reference,
  Property: ({ property }) => property,
  'Check-in': ({ checkIn }) => checkIn,
  'Check-out': ({ checkOut }) => checkOut,
  Gross: ({ gross }) => numericFromCents(gross),
  Refunds: ({ refunds }) => (refunds === null ? '' : numericFromCents(refunds)),
  Taxable: ({ taxable }) => (taxable === null ? '' : numericFromCents(taxable)),
  'Tax amount': ({ tax }) => numericFromCents(tax),
}

/** The return of a jurisdiction, stay by stay, as a file. */
export function lodgingTaxApi(services: Services, access: OperatorAccess): OpenAPIHono {
  const api = apiApp()
  api.get('/admin/money/lodging-tax.csv', operatorOnly(access, 'money:read'), async (context) => {
    const report = await getLodgingTax(services, new URL(context.req.url).searchParams)
    if (!report) return context.notFound()
    const { jurisdiction, period, entries, figures } = report
    const name = `lodging-tax-${slugOf(jurisdiction.name)}-${periodQuery(period)}.csv`
    return csvFile(context, { name, text: csvOf(TAX_COLUMNS, [...entries, ...figures.adjustments]) })
  })
  return api
}
