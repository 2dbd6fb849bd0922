import { useEffect } from 'react'
import { Link, type ShouldRevalidateFunctionArgs, useLocation, useNavigate, useRevalidator } from 'react-router'
import { useUndoKey } from '#app/features/back-office/use-undo-key.ts'
import { getBoard, listCovers } from '#app/features/calendar-board/board.server.ts'
import type { Board, BoardProperty } from '#app/features/calendar-board/board.ts'
import { BoardGrid } from '#app/features/calendar-board/board-grid.tsx'
import { BoardLegend } from '#app/features/calendar-board/board-legend.tsx'
import { BarDetails, BoardPanel } from '#app/features/calendar-board/board-panel.tsx'
import { BoardWeek } from '#app/features/calendar-board/board-week.tsx'
import {
  type Chosen,
  calendarFromQuery,
  calendarPath,
  daysOf,
  NOTHING_OPEN,
} from '#app/features/calendar-board/calendar-address.ts'
import { BoardPeriod, Conflicts, DayButtons, PhoneHead } from '#app/features/calendar-board/calendar-head.tsx'
import { choiceProblem } from '#app/features/calendar-board/change-form.ts'
import { ChangeSheet } from '#app/features/calendar-board/change-sheet.tsx'
import { ChoosingHint } from '#app/features/calendar-board/choosing-hint.tsx'
import { listSoldLastYear } from '#app/features/calendar-board/last-year.server.ts'
import { nightChanges } from '#app/features/calendar-board/nights.changes.server.ts'
import { PhoneMonth } from '#app/features/calendar-board/phone-month.tsx'
import { getShownStay } from '#app/features/calendar-board/shown-stay.server.ts'
import { useNightChoice } from '#app/features/calendar-board/use-night-choice.ts'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { operatorContext } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import { dateInZone } from '#app/shared/dates.ts'
import { may } from '#app/shared/may.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import type { Route } from './+types/calendar.ts'
import '#app/ui/calendar/calendar-grid.css'
import '#app/features/calendar-board/board.css'
import '#app/features/calendar-board/board-bar.css'
import '#app/features/calendar-board/board-panel.css'
import '#app/features/calendar-board/board-week.css'
import '#app/features/calendar-board/change-sheet.css'
import '#app/features/calendar-board/phone-month.css'

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const by = context.get(operatorContext)
  const today = dateInZone(services.clock.now(), await getOperatorTimeZone(services))
  const { shown, ...address } = calendarFromQuery(new URL(request.url).searchParams, today)
  const { read } = daysOf(address)
  const board = await getBoard(services, read, by)
  const isStay = board.properties.some(({ bars }) => bars.some(({ id, kind }) => id === shown && kind === 'stay'))
  const { maxStayNights, bookingWindowDays } = services.config
  return {
    today,
    board,
    covers: await listCovers(
      services,
      board.properties.map(({ id }) => id),
    ),
    stay: isStay && shown ? await getShownStay(services, shown, by) : null,
    sold: may(by, 'prices:write') ? await listSoldLastYear(services, read) : [],
    limits: { maxStayNights, bookingWindowDays },
  }
}

export const action = (args: Route.ActionArgs) =>
  changeAction(args, nightChanges, calendarPath(args.url.searchParams, NOTHING_OPEN))

/** Nights that are read already can be chosen without asking the server. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  const isSame = ['day', 'show', 'changed'].every(
    (key) => currentUrl.searchParams.get(key) === nextUrl.searchParams.get(key),
  )
  return isSame && !formMethod && currentUrl.href !== nextUrl.href ? false : defaultShouldRevalidate
}

export const handle: AdminHandle = { title: 'Calendar', shows: ['content', 'nights', 'stays'] }

export default function Calendar({ loaderData, actionData }: Route.ComponentProps) {
  const { today, board, covers, stay, sold, limits } = loaderData
  const mayChange = useMay()('stays:write')
  const { properties } = board
  const { search } = useLocation()
  const query = new URLSearchParams(search)
  const address = calendarFromQuery(query, today)
  const { day, shown, chosen } = address
  const days = daysOf(address).board
  const choice = useChoice(properties, query)
  const isRead = useReadNights(board, chosen)
  const property = properties.find(({ slug }) => slug === address.property) ?? properties[0]
  const owner = properties.find(({ bars }) => bars.some(({ id }) => id === shown))
  const bar = owner?.bars.find(({ id }) => id === shown)
  if (!property) return <NoProperties />
  const selected = choice.choosing ?? chosen
  const answer = actionData ?? null
  const isChanging = mayChange && chosen !== null && isRead && !choice.choosing
  return (
    <>
      <PageTop title="Calendar">
        <DayButtons day={day} today={today} />
        {mayChange && (
          <Link to="/admin/bookings/new" className={`button ${chosen || bar ? 'button-outline' : 'button-ember'}`}>
            New booking
          </Link>
        )}
      </PageTop>
      <div className="board-page">
        <div className="board-main">
          <Conflicts properties={properties} />
          <PhoneHead properties={properties} chosen={property} day={day} today={today} />
          <div className="board-card" {...(mayChange && choice.grid)}>
            <BoardPeriod day={day} today={today} property={property} />
            <BoardGrid {...{ properties, covers, days, shown, selected }} stop={choice.stop} />
            <BoardLegend />
            <PhoneMonth property={property} properties={properties} day={day} selected={selected} stop={choice.stop} />
          </div>
        </div>
        {isChanging && (
          <ChangeSheet
            key={query.get('what')}
            {...{ properties, chosen, limits, sold }}
            answer={answer?.intent === 'change' ? answer : null}
          />
        )}
        {bar && owner && !chosen && (
          <BoardPanel title={bar.title} closePath={calendarPath(query, { show: null })}>
            <BarDetails bar={bar} property={owner} stay={stay} answer={answer} />
          </BoardPanel>
        )}
        {!isChanging && !(bar && owner && !chosen) && <BoardWeek properties={properties} days={days} today={today} />}
      </div>
      {choice.choosing && <ChoosingHint chosen={choice.choosing} onFinish={choice.finish} onCancel={choice.cancel} />}
    </>
  )
}

/** Choosing nights and opening bars goes to another address of this page. */
function useChoice(properties: BoardProperty[], query: URLSearchParams) {
  const navigate = useNavigate()
  const go = (change: Parameters<typeof calendarPath>[1], replace = true) =>
    navigate(calendarPath(query, change), { replace, preventScrollReset: true })
  useUndoKey(calendarPath(query, NOTHING_OPEN))
  return useNightChoice({
    slugs: properties.map(({ slug }) => slug),
    onChoose: ({ slugs, first, last }, what) =>
      go({ ...NOTHING_OPEN, properties: slugs.join(','), first, last, what: what ?? null }, false),
    onOpen: (id) => go({ ...NOTHING_OPEN, show: id }, false),
    onLeave: () => go(NOTHING_OPEN),
    onDay: (date) => go({ day: date, at: null }),
  })
}

/** Whether the chosen nights are loaded. If they reach beyond, they are loaded now. */
function useReadNights({ from, to }: Board, chosen: Chosen | null): boolean {
  const { state, revalidate } = useRevalidator()
  const isRead =
    !chosen || choiceProblem(chosen.first, chosen.last) !== null || (from <= chosen.first && chosen.last < to)
  useEffect(() => {
    if (!isRead && state === 'idle') void revalidate()
  }, [isRead, state, revalidate])
  return isRead
}

function NoProperties() {
  return <PageTop title="Calendar" facts="There are no homes yet." />
}
