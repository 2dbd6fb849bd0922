import { Link } from 'react-router'
import { useOfflineToday } from '#app/features/back-office/offline/use-offline-today.ts'
import { maySee, maySeeAt } from '#app/features/back-office/page-scopes.ts'
import { getSiteState } from '#app/features/back-office/site-state.server.ts'
import { getToday } from '#app/features/back-office/today.server.ts'
import type { SiteState } from '#app/features/back-office/today.ts'
import { TodayProperties } from '#app/features/back-office/today-properties.tsx'
import { TodayTasks } from '#app/features/back-office/today-tasks.tsx'
import { TodayWeek } from '#app/features/back-office/today-week.tsx'
import { todayChanges } from '#app/features/bookings/manage/page/booking.changes.server.ts'
import { listConversations } from '#app/features/inbox/conversations.server.ts'
import type { ListedConversation } from '#app/features/inbox/conversations.ts'
import { getMonthFigures, type MonthFigures } from '#app/features/reports/business/month-figures.server.ts'
import { SetUpToday } from '#app/features/set-up/set-up-list.tsx'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { useRootData } from '#app/features/site/root-data.ts'
import { getGift } from '#app/features/site/site.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { operatorContext } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import { dateInZone, formatDate } from '#app/shared/dates.ts'
import { may } from '#app/shared/may.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { Bars } from '#app/ui/dashboard/bars.tsx'
import { Card, Columns } from '#app/ui/dashboard/card.tsx'
import { Figures } from '#app/ui/dashboard/figures.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { State } from '#app/ui/dashboard/state.tsx'
import type { Route } from './+types/today.ts'

/** So many of those who wait are shown beside the tasks. */
const WAITING = 3

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const timeZone = await getOperatorTimeZone(services)
  const by = context.get(operatorContext)
  const { tasks, setUp, ...page } = await getToday(services)
  const conversations = await listConversations(services, timeZone, WAITING)
  return {
    ...page,
    today: dateInZone(services.clock.now(), timeZone),
    gift: await getGift(services),
    tasks: tasks.filter(({ path }) => path === null || maySeeAt(by, path)),
    waiting: conversations.filter(({ waiting }) => waiting !== null),
    month: maySee(by, '/admin/money/business') ? await getMonthFigures(services, by) : null,
    siteState: may(by, 'site:read') ? await getSiteState(services) : null,
    setUp: may(by, 'site:read') ? setUp : null,
  }
}

export const action = (args: Route.ActionArgs) => changeAction(args, todayChanges)

export const handle: AdminHandle = { title: 'Today', shows: ['content', 'nights', 'stays', 'messages'] }

export default function Today({ loaderData, actionData }: Route.ComponentProps) {
  const { today, setUp, tasks, stays, properties, gift, demo, month, waiting, siteState } = loaderData
  const may = useMay()
  useOfflineToday({ stays, tasks }, useRootData().site.brand)
  return (
    <>
      <PageTop title="Today" note={formatDate(today, 'long')}>
        {may('stays:write') && (
          <Link to="/admin/bookings/new" className="button button-outline">
            New booking
          </Link>
        )}
      </PageTop>
      {demo && (
        <p className="admin-note">
          This is the demo on your own machine. Its prices, guests, messages, and money are samples; going live removes
          them.
        </p>
      )}
      {setUp && <SetUpToday items={setUp} />}
      <TodayProperties properties={properties} />
      <Columns
        aside={
          <>
            {month && <Month {...month} />}
            {waiting.length > 0 && <Waiting conversations={waiting} />}
            {siteState && <Site state={siteState} />}
          </>
        }
      >
        <TodayTasks tasks={tasks} answer={actionData ?? null} />
        <TodayWeek stays={stays} gift={gift} today={today} />
      </Columns>
    </>
  )
}

const Month = ({ title, figures, bars }: MonthFigures) => (
  <Card title={title} action={<Link to="/admin/money/business">Business</Link>}>
    <div className="grid gap-4">
      <Figures figures={figures} />
      <Bars title="Revenue by month, this year and last year" bars={bars} />
    </div>
  </Card>
)

const Waiting = ({ conversations }: { conversations: readonly ListedConversation[] }) => (
  <Card title="Inbox" action={<Link to="/admin/inbox">All messages</Link>}>
    <ul>
      {conversations.map(({ id, name, waiting, text }) => (
        <li key={id}>
          <p className="admin-task-title">
            <Link to={`/admin/inbox/${id}`} className="admin-row-link">
              {name}
            </Link>
          </p>
          <p className="admin-detail line-clamp-2">{text}</p>
          <p className="admin-detail">Waiting since {waiting}</p>
        </li>
      ))}
    </ul>
  </Card>
)

const Site = ({ state }: { state: SiteState }) => (
  <Card title="The site">
    <ul className="site-states">
      {state.map(({ words, isFine, path }) => (
        <li key={words}>
          <State tone={isFine ? 'good' : 'bad'} />
          {path ? <Link to={path}>{words}</Link> : words}
        </li>
      ))}
    </ul>
  </Card>
)
