import { Form, Link, useSearchParams } from 'react-router'
import { getBoard } from '#app/features/back-office/calendar/board.server.ts'
import type { BoardProperty } from '#app/features/back-office/calendar/board.ts'
import { BoardGrid } from '#app/features/back-office/calendar/board-grid.tsx'
import { BarDetails, BoardPanel } from '#app/features/back-office/calendar/board-panel.tsx'
import {
  BOARD_DAYS,
  calendarFromQuery,
  calendarPath,
  daysOf,
  monthsShown,
} from '#app/features/back-office/calendar/calendar-address.ts'
import { PhoneMonth } from '#app/features/back-office/calendar/phone-month.tsx'
import { getShownStay } from '#app/features/back-office/calendar/shown-stay.server.ts'
import { rootData } from '#app/features/site/root-data.ts'
import { operatorAccessContext, requireOperator } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import {
  addDays,
  addMonths,
  dateInZone,
  formatMonth,
  formatSpan,
  type IsoDate,
  startOfMonth,
} from '#app/shared/dates.ts'
import { pageMetadata } from '#app/shared/page-metadata.ts'
import { monthsBetween } from '#app/ui/calendar-month.ts'
import type { Route } from './+types/calendar.ts'
import '#app/ui/calendar-grid.css'
import '#app/features/back-office/calendar/board.css'
import '#app/features/back-office/calendar/board-panel.css'
import '#app/features/back-office/calendar/phone-month.css'

export async function loader({ request, context }: Route.LoaderArgs) {
  await requireOperator(context.get(operatorAccessContext), request)
  const services = context.get(servicesContext)
  const today = dateInZone(services.clock.now(), 'UTC')
  const address = calendarFromQuery(new URL(request.url).searchParams, today)
  const board = await getBoard(services, daysOf(address).read)
  const isStay = board.properties.some(({ bars }) =>
    bars.some(({ id, kind }) => id === address.shown && kind === 'stay'),
  )
  return { address, today, board, stay: isStay && address.shown ? await getShownStay(services, address.shown) : null }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMetadata(rootData(matches).identity, {
    title: 'Calendar',
    description: 'Stays, blocks and prices of every home.',
    path: '/admin/calendar',
    noindex: true,
  })

export default function Calendar({ loaderData }: Route.ComponentProps) {
  const { address, today, board, stay } = loaderData
  const { properties } = board
  const [query] = useSearchParams()
  const chosen = properties.find(({ slug }) => slug === address.property) ?? properties[0]
  const owner = properties.find(({ bars }) => bars.some(({ id }) => id === address.shown))
  const bar = owner?.bars.find(({ id }) => id === address.shown)
  if (!chosen) return <NoProperties />
  return (
    <div className="calendar-page">
      <h1>Calendar</h1>
      <Conflicts properties={properties} />
      <DayBar day={address.day} today={today} />
      <PhoneHead properties={properties} chosen={chosen} day={address.day} today={today} />
      <div className="board-frame">
        <BoardGrid properties={properties} days={daysOf(address).board} shown={address.shown} />
        <PhoneMonth property={chosen} day={address.day} />
        {bar && owner && (
          <BoardPanel title={bar.title} closePath={calendarPath(query, { show: null })}>
            <BarDetails bar={bar} property={owner} stay={stay} />
          </BoardPanel>
        )}
      </div>
    </div>
  )
}

function NoProperties() {
  return (
    <>
      <h1>Calendar</h1>
      <p className="text-muted">There are no homes yet.</p>
    </>
  )
}

/** What two claim at once, in words. */
function Conflicts({ properties }: { properties: BoardProperty[] }) {
  const [query] = useSearchParams()
  const found = properties.flatMap(({ name, bars }) =>
    bars.flatMap(({ id, title, conflict }) => (conflict ? [{ id, text: `${title} in ${name}: ${conflict}` }] : [])),
  )
  if (found.length === 0) return null
  return (
    <ul className="admin-conflicts">
      {found.map(({ id, text }) => (
        <li key={id}>
          <Link to={calendarPath(query, { show: id })} preventScrollReset className="admin-row-link">
            {text}
          </Link>
        </li>
      ))}
    </ul>
  )
}

type DayProps = { day: IsoDate; today: IsoDate }

/** Which days the board shows. */
function DayBar({ day, today }: DayProps) {
  const [query] = useSearchParams()
  const { first, last } = monthsShown(today)
  const to = (change: string | null) => calendarPath(query, { day: change, at: null })
  return (
    <nav aria-label="Days" className="board-place">
      {day > first && (
        <Link to={to(addDays(day, -28))} preventScrollReset>
          Earlier
        </Link>
      )}
      <Link to={to(null)} preventScrollReset>
        Today
      </Link>
      {addDays(day, 28) < addMonths(last, 1) && (
        <Link to={to(addDays(day, 28))} preventScrollReset>
          Later
        </Link>
      )}
      <Form key={day} preventScrollReset>
        <MonthSelect day={day} today={today} />
        <noscript>
          <button type="submit" className="button button-outline">
            Show
          </button>
        </noscript>
      </Form>
      <span className="text-muted">{formatSpan(day, addDays(day, BOARD_DAYS - 1))}</span>
    </nav>
  )
}

/** On a phone: which home, and which month. */
function PhoneHead({
  properties,
  chosen,
  day,
  today,
}: DayProps & { properties: BoardProperty[]; chosen: BoardProperty }) {
  const [query] = useSearchParams()
  const { first, last } = monthsShown(today)
  const month = startOfMonth(day)
  const turn = (months: number) => calendarPath(query, { day: addMonths(month, months) })
  return (
    <Form key={`${chosen.slug} ${day}`} preventScrollReset className="phone-head">
      <SubmittingSelect label="Home" name="property" value={chosen.slug}>
        {properties.map(({ slug, name }) => ({ value: slug, text: name }))}
      </SubmittingSelect>
      <div className="phone-turn">
        {month > first ? (
          <Link to={turn(-1)} preventScrollReset aria-label="Previous month">
            ‹
          </Link>
        ) : (
          <span />
        )}
        <MonthSelect day={day} today={today} />
        {month < last && (
          <Link to={turn(1)} preventScrollReset aria-label="Next month">
            ›
          </Link>
        )}
      </div>
      <noscript>
        <button type="submit" className="button button-outline">
          Show
        </button>
      </noscript>
    </Form>
  )
}

function MonthSelect({ day, today }: DayProps) {
  const { first, last } = monthsShown(today)
  return (
    <SubmittingSelect label="Month" name="day" value={startOfMonth(day)}>
      {monthsBetween(first, last).map((month) => ({ value: month, text: formatMonth(month) }))}
    </SubmittingSelect>
  )
}

type SelectProps = { label: string; name: string; value: string; children: { value: string; text: string }[] }

/** A select that sends its form at once; without script the form has a button. */
function SubmittingSelect({ label, name, value, children }: SelectProps) {
  return (
    <select
      aria-label={label}
      name={name}
      defaultValue={value}
      className="field-control"
      onChange={(event) => event.currentTarget.form?.requestSubmit()}
    >
      {children.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  )
}
