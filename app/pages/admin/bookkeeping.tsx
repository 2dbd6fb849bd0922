import { Link } from 'react-router'
import { ACCOUNT_FIELDS } from '#app/features/bookkeeping/account-fields.ts'
import { bookkeepingChanges } from '#app/features/bookkeeping/bookkeeping.changes.server.ts'
import { getBookkeeping } from '#app/features/bookkeeping/bookkeeping.server.ts'
import type { AccountNames, Posting } from '#app/features/bookkeeping/bookkeeping.ts'
import { MonthForm } from '#app/features/reports/period-select.tsx'
import { periodQuery, periodWords } from '#app/features/reports/periods.ts'
import { ReportPages } from '#app/features/reports/report-pages.tsx'
import { ReportTable } from '#app/features/reports/report-table.tsx'
import { changeAction } from '#app/platform/change/change.server.ts'
import { queryPage } from '#app/platform/http/list-query.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import { formatDate } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { samePage } from '#app/shared/paths/changed-path.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import type { Route } from './+types/bookkeeping.ts'

/** So many postings are on a page. The files have all. */
const PAGE_SIZE = 200

export async function loader({ url: { searchParams }, context }: Route.LoaderArgs) {
  const { postings, ...report } = await getBookkeeping(context.get(servicesContext), searchParams)
  const page = queryPage.parse(searchParams.get('page') ?? undefined)
  return {
    ...report,
    postings: postings.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    page,
    pages: Math.ceil(postings.length / PAGE_SIZE),
  }
}

/** It leads back to the month that was shown. */
export const action = (args: Route.ActionArgs) => changeAction(args, bookkeepingChanges, samePage(args.url))

export const handle: AdminHandle = { title: 'Bookkeeping' }

const dollars = (amount: number) => (amount === 0 ? '' : formatMoney(amount))

export default function Bookkeeping({ loaderData: report, actionData }: Route.ComponentProps) {
  const { period, periods, names, sums, postings, version, page, pages } = report
  const may = useMay()
  const answer = actionData ?? null
  const month = periodQuery(period)
  const inAll = (of: 'debit' | 'credit') => formatMoney(sums.reduce((total, one) => total + one[of], 0))
  return (
    <>
      <PageTop
        title="Bookkeeping"
        facts="A month’s journal entries for QuickBooks or Xero. What guests pay is a deposit until check-out, then revenue."
      />
      <ChangeNote answer={answer} forms={['accounts']} />
      <MonthForm month={period} months={periods} className="admin-filter" />
      {pages === 0 && <p className="text-muted">Nothing is booked in {periodWords(period)}.</p>}
      {pages > 0 && (
        <>
          <ReportTable
            caption={`${periodWords(period)} by account`}
            columns={[
              { heading: 'Account', cell: ({ account }) => names[account] },
              { heading: 'Debit', isFigure: true, cell: ({ debit }) => dollars(debit) },
              { heading: 'Credit', isFigure: true, cell: ({ credit }) => dollars(credit) },
            ]}
            rows={sums}
            keyOf={({ account }) => account}
            sums={[inAll('debit'), inAll('credit')]}
          />
          <p className="admin-contact">
            <a href={`/admin/money/journal.csv?month=${month}&for=quickbooks`} download>
              Download for QuickBooks
            </a>
            <a href={`/admin/money/journal.csv?month=${month}&for=xero`} download>
              Download for Xero
            </a>
          </p>
          <Journal postings={postings} names={names} />
          <ReportPages page={page} pages={pages} query={{ month }} />
        </>
      )}
      {may('money:write') && (
        <div className="print:hidden">
          <Card title="Accounts">
            <RecordForm
              fields={ACCOUNT_FIELDS}
              {...{ intent: 'accounts', value: names, version, answer }}
              summary="Change the names of the accounts"
              anchor="accounts"
            />
          </Card>
        </div>
      )}
    </>
  )
}

const Journal = ({ postings, names }: { postings: Posting[]; names: AccountNames }) => (
  <ReportTable
    caption="By day"
    columns={[
      { heading: 'Day', cell: ({ on }) => formatDate(on) },
      { heading: 'Account', cell: ({ account }) => names[account] },
      { heading: 'For', cell: (posting) => <Behind {...posting} /> },
      { heading: 'Home', cell: ({ property }) => property },
      { heading: 'Debit', isFigure: true, cell: ({ amount }) => dollars(Math.max(0, amount)) },
      { heading: 'Credit', isFigure: true, cell: ({ amount }) => dollars(Math.max(0, -amount)) },
    ]}
    rows={postings}
    keyOf={({ on, account, property, detail }) => [on, account, property, detail].join(' ')}
  />
)

/** The purpose of a posting, with the bookings or the payout behind it. */
const Behind = ({ on, detail, references, payout }: Posting) => (
  <div>
    {payout ? <Link to={payoutPath(on, payout)}>{detail}</Link> : detail}{' '}
    {references.map((reference) => (
      <Link key={reference} to={`/admin/bookings/${reference}`}>
        {reference}
      </Link>
    ))}
  </div>
)

const payoutPath = (on: string, payout: string) =>
  `/admin/money/payouts?${new URLSearchParams({ month: on.slice(0, 7), payout })}`
