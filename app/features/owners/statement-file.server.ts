import { type Period, periodQuery } from '#app/features/reports/periods.ts'
import { csvOf } from '#app/platform/http/csv-file.server.ts'
import { type Cents, numericFromCents } from '#app/shared/money.ts'
import type { StatementFigures, StatementStay } from './statement.ts'

type Row = { what: string; about: string; property: string; from: string; to: string } & Pick<
  StatementStay,
  'revenue' | 'notPassedOn' | 'commission' | 'platformCommission' | 'turnover' | 'payout' | 'taxes' | 'owed'
> & { costs: Cents }

const COLUMNS: Record<string, (row: Row) => string> = {
  What: ({ what }) => what,
  'Reference or description': ({ about }) => about,
  Home: ({ property }) => property,
  From: ({ from }) => from,
  To: ({ to }) => to,
  Revenue: ({ revenue }) => numericFromCents(revenue),
  'Fees of the manager': ({ notPassedOn }) => numericFromCents(notPassedOn),
  Commission: ({ commission }) => numericFromCents(commission),
  'Commission of the platform': ({ platformCommission }) => numericFromCents(platformCommission),
  Cleaner: ({ turnover }) => numericFromCents(turnover),
  Costs: ({ costs }) => numericFromCents(costs),
  'For the owner': ({ payout }) => numericFromCents(payout),
  'Lodging tax': ({ taxes }) => numericFromCents(taxes),
  'Owed by the guest': ({ owed }) => numericFromCents(owed),
}

const NOTHING = { revenue: 0, notPassedOn: 0, commission: 0, platformCommission: 0, turnover: 0, taxes: 0, owed: 0 }

/** A statement as a table: a row for each stay, change, and cost. The column for the owner adds up to the payout. */
export function statementFile(
  month: Period,
  { stays, waiting, changes, costs }: StatementFigures,
): { name: string; text: string } {
  const ofStay = (stay: StatementStay, what: string): Row => {
    const { reference: about, property, checkIn: from, checkOut: to } = stay
    return { ...stay, what, about, property, from, to, costs: 0 }
  }
  const rows = [
    ...stays.map((stay) => ofStay(stay, stay.canceledOn ? `Canceled on ${stay.canceledOn}` : 'Stay')),
    ...waiting.map((stay) => ({ ...ofStay(stay, 'Waits for its guest to pay'), payout: 0 })),
    ...changes.map((change) => ofStay(change, `Change of the statement for ${change.month.slice(0, 7)}`)),
    ...costs.map(({ description, property, spentOn, amount }): Row => {
      return {
        ...NOTHING,
        what: 'Cost',
        about: description,
        property,
        from: spentOn,
        to: spentOn,
        costs: amount,
        payout: -amount,
      }
    }),
  ]
  return { name: `statement-${periodQuery(month)}.csv`, text: csvOf(COLUMNS, rows) }
}
