import { data, Link, useParams } from 'react-router'
import { nightsFor, OwnerCalendar, OwnerCalendarKey } from '#app/features/owners/owner-calendar.tsx'
import { getOwnerPage } from '#app/features/owners/owners.server.ts'
import { Statement } from '#app/features/owners/statement-view.tsx'
import { MonthForm } from '#app/features/reports/period-select.tsx'
import { type Period, periodQuery, periodWords } from '#app/features/reports/periods.ts'
import { ReportTable } from '#app/features/reports/report-table.tsx'
import { rootData } from '#app/features/site/root-data.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { formatDate } from '#app/shared/dates.ts'
import { formatSpanWithYear } from '#app/shared/dates-with-year.ts'
import type { PageHandle } from '#app/shared/page-handle.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { LinkPage, LinkPageError } from '#app/shell/link-page.tsx'
import type { Route } from './+types/owner.ts'
import '#app/features/reports/reports.css'

export const handle: PageHandle = { perRequest: true, secret: true }

/** The page of an owner: whoever has the link counts as the owner. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = await getOwnerPage(context.get(servicesContext), params.token, new URL(request.url).searchParams)
  if (!page) throw data(null, { status: 404 })
  return page
}

export const headers: Route.HeadersFunction = () => ({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMetadata(rootData(matches).identity, {
    title: 'Statements',
    description: 'What your homes brought and cost.',
    path: '/owner',
    noindex: true,
  })

export default function OwnerStatements({ loaderData }: Route.ComponentProps) {
  const { name, months, statement, withdrawnMonths, properties, nights, today } = loaderData
  const { token } = useParams()
  return (
    <LinkPage>
      <h1>{statement ? `Statement for ${periodWords(statement.month)}` : 'Statements'}</h1>
      <p className="text-muted">
        For {name}
        {statement?.paidOn && `. Paid on ${formatDate(statement.paidOn, 'long')}`}
      </p>
      {withdrawnMonths.map((month) => (
        <p key={month.from}>
          We took back the statement for {periodWords(month)}. Its figures no longer count, and you’ll get it again.
        </p>
      ))}
      {statement ? (
        <>
          {months.length > 1 && (
            <MonthForm
              month={statement.month}
              months={months}
              className="my-4 flex flex-wrap items-end gap-3 print:hidden"
            />
          )}
          <Statement month={statement.month} figures={statement.figures} />
          <p className="print:hidden">
            <a
              className="button button-outline"
              href={`/owner/${token}/statement.csv?month=${periodQuery(statement.month)}`}
              download
            >
              Download as CSV
            </a>
          </p>
        </>
      ) : (
        <NoStatement months={months} isWithdrawn={withdrawnMonths.length > 0} />
      )}
      {properties.length > 0 && (
        <section className="print:hidden">
          <h2>Calendar</h2>
          <OwnerCalendarKey nights={nights} />
          {properties.map(({ id, name }) => (
            <OwnerCalendar
              key={id}
              property={name}
              nights={nights.filter(({ propertyId }) => propertyId === id)}
              today={today}
            />
          ))}
          {nights.length > 0 && (
            <ReportTable
              caption="Nights to come"
              columns={[
                { heading: 'Nights', cell: ({ from, to }) => formatSpanWithYear(from, to) },
                { heading: 'Home', cell: ({ property }) => property },
                { heading: 'For', cell: nightsFor },
              ]}
              rows={nights}
              keyOf={({ propertyId, from, kind }) => `${propertyId} ${from} ${kind}`}
            />
          )}
        </section>
      )}
    </LinkPage>
  )
}

function NoStatement({ months, isWithdrawn }: { months: Period[]; isWithdrawn: boolean }) {
  const [last] = months
  if (last) return <Link to={`?month=${periodQuery(last)}`}>Read the statement for {periodWords(last)}</Link>
  return isWithdrawn ? null : <p>There is no statement yet. You’ll find each one here once it is sent.</p>
}

export const ErrorBoundary = LinkPageError
