import type { ComponentProps } from 'react'
import { Form, Link } from 'react-router'
import { PropertyFilter } from '#app/features/properties/manage/property-filter.tsx'
import { getBusiness } from '#app/features/reports/business/business.server.ts'
import { adr, FORMULAS, occupancy, type Sales } from '#app/features/reports/business/business.ts'
import {
  ByTable,
  MonthTable,
  OpenedStays,
  PaceTable,
  PropertyTable,
} from '#app/features/reports/business/business-report.tsx'
import { PeriodSelect } from '#app/features/reports/period-select.tsx'
import { periodQuery } from '#app/features/reports/periods.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { formatMonth } from '#app/shared/dates.ts'
import { formatAmount, formatDollars, formatMoney } from '#app/shared/money.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { countOf, formatCount } from '#app/shared/words.ts'
import { Button } from '#app/ui/button.tsx'
import { Bars } from '#app/ui/dashboard/bars.tsx'
import { Card } from '#app/ui/dashboard/card.tsx'
import { Figures } from '#app/ui/dashboard/figures.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import type { Route } from './+types/business.ts'

export const loader = ({ request, context }: Route.LoaderArgs) =>
  getBusiness(context.get(servicesContext), new URL(request.url).searchParams)

export const handle: AdminHandle = { title: 'Business' }

type Report = Route.ComponentProps['loaderData']

export default function Business({ loaderData: report }: Route.ComponentProps) {
  const { period, property, months, total, byProperty, bySource, byCode, canceled, opened, today } = report
  const year = periodQuery(period)
  const pathTo = (of: Record<string, string>) =>
    `?${new URLSearchParams({ year, ...(property && { property }), ...of })}`
  const stays = (of: Record<string, string>) => `${pathTo(of)}#stays`
  const before = String(Number(year) - 1)
  return (
    <>
      <PageTop title="Business" />
      <Choice report={report} />
      <Card title={year}>
        <div className="grid gap-6">
          <Figures figures={yearFigures(total, before)} />
          <Bars
            title={`Revenue by month in ${year}, and in ${before}`}
            bars={months.map((one) => ({
              label: formatMonth(one.month).slice(0, 3),
              now: one.now.revenue,
              before: one.before.revenue,
            }))}
            most={formatAmount}
          />
        </div>
      </Card>
      <MonthTable
        caption={`${year} by month, with ${before} below each figure`}
        rows={months.map((one) => ({ ...one, path: stays({ month: one.month.slice(0, 7) }) }))}
        total={total}
      />
      {opened && (
        <Card anchor="stays" title={countOf(opened.length, 'stay')}>
          {opened.length > 0 && <OpenedStays rows={opened} />}
        </Card>
      )}
      <PropertyTable
        caption={`${year} by home`}
        rows={byProperty.map((one) => ({ ...one, path: pathTo({ property: one.slug }) }))}
      />
      <PaceTable
        caption="Pace: booked so far"
        rows={months.filter(({ month }) => month.slice(0, 7) >= today.slice(0, 7))}
      />
      {bySource.length > 0 && (
        <ByTable
          caption={`Where the stays of ${year} came from`}
          heading="Booked"
          rows={bySource.map((one) => ({ ...one, path: stays({ source: one.key }) }))}
        />
      )}
      {byCode.length > 0 && (
        <ByTable
          caption={`Promo codes of the stays of ${year}`}
          heading="Code"
          rows={byCode.map((one) => ({ ...one, path: stays({ code: one.key }) }))}
        />
      )}
      <p>
        {canceled.stays === 0 && `No stay was canceled in ${year}.`}
        {canceled.stays > 0 && (
          <>
            <Link className="link" to={stays({ canceled: 'yes' })}>
              {countOf(canceled.stays, 'stay')}
            </Link>{' '}
            canceled in {year}, of which {formatMoney(canceled.retained)} was kept.
          </>
        )}
      </p>
      <Formulas />
    </>
  )
}

/** The year beside the one before. */
function yearFigures({ now, before }: Report['total'], lastYear: string): ComponentProps<typeof Figures>['figures'] {
  const percent = (share: number | null) => (share === null ? 'None' : `${Math.round(share * 100)}%`)
  const dollars = (cents: number | null) => (cents === null ? 'None' : formatDollars(cents))
  const beside = (label: string, words: (sales: Sales) => string) => ({
    label,
    value: words(now),
    note: `${words(before)} in ${lastYear}`,
  })
  return [
    beside('Revenue', ({ revenue }) => dollars(revenue)),
    beside('Nights sold', ({ nights }) => formatCount(nights)),
    beside('Occupancy', (sales) => percent(occupancy(sales))),
    beside('Average daily rate', (sales) => dollars(adr(sales))),
  ]
}

function Choice({ report: { period, periods, property, properties } }: { report: Report }) {
  return (
    <Form key={`${period.from} ${property}`} className="admin-filter mb-5">
      <PeriodSelect label="Year" name="year" period={period} periods={periods} />
      <PropertyFilter properties={properties} chosen={property} />
      <Button type="submit" variant="outline">
        Show
      </Button>
    </Form>
  )
}

/** How each figure is computed. */
const Formulas = () => (
  <details>
    <summary>How this is counted</summary>
    <dl>
      {Object.entries(FORMULAS).map(([name, words]) => (
        <div key={name} className="mb-2">
          <dt className="font-semibold">{name}</dt>
          <dd className="text-muted">{words}</dd>
        </div>
      ))}
    </dl>
  </details>
)
