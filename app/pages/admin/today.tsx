import { Link } from 'react-router'
import { maySeeAt } from '#app/features/back-office/page-scopes.ts'
import { getToday } from '#app/features/back-office/today.server.ts'
import { arrivingWithin, staysOf, type TodayStay } from '#app/features/back-office/today.ts'
import { todayChanges } from '#app/features/bookings/manage/page/booking.changes.server.ts'
import { unpaidWords } from '#app/features/bookings/payment-words.ts'
import { SetUpToday } from '#app/features/set-up/set-up-list.tsx'
import { type Gift, giftWords } from '#app/features/site/gift.ts'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { getGift } from '#app/features/site/site.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { operatorContext } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import { dateInZone, formatDate } from '#app/shared/dates.ts'
import { may } from '#app/shared/may.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { partyWords } from '#app/shared/party-words.ts'
import { phoneLink } from '#app/shared/phone-link.ts'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/today.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const date = dateInZone(services.clock.now(), await getOperatorTimeZone(services))
  const by = context.get(operatorContext)
  const { tasks, setUp, ...page } = await getToday(services)
  const own = tasks.filter(({ path }) => path === null || maySeeAt(by, path))
  return { date, ...page, gift: await getGift(services), tasks: own, setUp: may(by, 'site:read') ? setUp : null }
}

export const action = (args: Route.ActionArgs) => changeAction(args, todayChanges)

export const handle: AdminHandle = { title: 'Today' }

export default function Today({ loaderData, actionData }: Route.ComponentProps) {
  const { date, setUp, tasks, stays, gift, demo } = loaderData
  const mayRemind = useMay()('money:write')
  const week = arrivingWithin(stays, { from: 0, to: 6 })
  return (
    <>
      <h1>
        Today <small>{formatDate(date, 'long')}</small>
      </h1>
      {demo && (
        <p className="admin-note">
          This is the demo on your own machine. Its prices, stays, and reviews are samples; going live removes them.
        </p>
      )}
      {setUp && <SetUpToday items={setUp} />}
      <section aria-labelledby="tasks-heading">
        <h2 id="tasks-heading">Needs you</h2>
        <ChangeNote answer={actionData ?? null} />
        {tasks.length === 0 && <p className="text-muted">Nothing is waiting for you.</p>}
        <ul className="admin-tasks">
          {tasks.map(({ title, detail, until, path, action, remind }) => (
            <li key={`${title}${detail}`}>
              <div>
                <p className="admin-task-title">{title}</p>
                <p className="admin-detail">{detail}</p>
                {until && <p className="admin-detail admin-deadline">Answer by {until}</p>}
              </div>
              <div className="admin-task-buttons">
                {remind && mayRemind && (
                  <ChangeButton<typeof todayChanges> intent="remind-payment" id={remind} variant="outline">
                    Send a reminder
                  </ChangeButton>
                )}
                {path && (
                  <Link to={path} className="button button-outline">
                    {action}
                  </Link>
                )}
              </div>
            </li>
          ))}
        </ul>
      </section>
      <Day title="Today" stays={stays} gift={gift} offset={0} />
      <Day title="Tomorrow" stays={stays} gift={gift} offset={1} />
      <p>
        <Link to="/admin/turnovers#tomorrow" className="admin-row-link">
          Tomorrow’s turnovers
        </Link>
      </p>
      <section aria-labelledby="week-heading">
        <h2 id="week-heading">
          Next seven days {week.length > 0 && gift && <small>{giftWords(gift, week)} to pack</small>}
        </h2>
        {week.length === 0 ? (
          <p className="text-muted">Nobody arrives.</p>
        ) : (
          <StayCards stays={week} gift={gift} shows="dates" />
        )}
      </section>
    </>
  )
}

type Stays = { stays: TodayStay[]; gift: Gift | null }

function Day({ title, stays, gift, offset }: Stays & { title: string; offset: number }) {
  const columns = staysOf(stays, offset)
  const id = `day-${offset}`
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {columns.every((column) => column.stays.length === 0) && (
        <p className="text-muted">Nobody arrives, leaves, or is in house.</p>
      )}
      <div className="admin-day">
        {columns
          .filter((column) => column.stays.length > 0)
          .map((column) => (
            <div key={column.key}>
              <h3>
                {column.title}
                {column.key === 'arriving' && gift && <small>{giftWords(gift, column.stays)}</small>}
              </h3>
              <StayCards stays={column.stays} gift={gift} shows={column.key} />
            </div>
          ))}
      </div>
    </section>
  )
}

const WHEN = {
  arriving: (stay: TodayStay) => `from ${stay.checkInTime}`,
  leaving: (stay: TodayStay) => `by ${stay.checkOutTime}`,
  staying: (stay: TodayStay) => `until ${formatDate(stay.checkOut)}`,
  dates: (stay: TodayStay) => `${formatDate(stay.checkIn)}, from ${stay.checkInTime}`,
}

function StayCards({ stays, gift, shows }: Stays & { shows: keyof typeof WHEN }) {
  return (
    <ul className="admin-stays">
      {stays.map((stay) => (
        <li key={stay.reference}>
          <p className="admin-task-title">
            <Link to={`/admin/bookings/${stay.reference}`} className="admin-row-link">
              {stay.guestName}
            </Link>
          </p>
          <p>
            {stay.property}, {WHEN[shows](stay)}
          </p>
          <p className="admin-detail">
            {partyWords(stay)}
            {gift && ` · ${giftWords(gift, [stay])}`}
            {stay.status === 'confirmed' && ` · ${stay.money.unpaid > 0 ? unpaidWords(stay.money, stay) : 'paid'}`}
          </p>
          <div className="admin-contact">
            {(shows === 'arriving' || shows === 'dates') && <Ready stay={stay} />}
            {stay.guestPhone && <a href={phoneLink('tel', stay.guestPhone)}>Call {stay.guestPhone}</a>}
            {stay.guestEmail && <a href={`mailto:${stay.guestEmail}`}>Email {stay.guestEmail}</a>}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** One press says that the home is ready for this stay, or not yet. */
function Ready({ stay }: { stay: TodayStay }) {
  const { reference, isReady, property, guestName } = stay
  return (
    <ChangeButton<typeof todayChanges>
      intent="ready"
      id={reference}
      value={{ ready: isReady ? 'no' : 'yes' }}
      aria-pressed={isReady}
      aria-label={`${isReady ? 'Ready' : 'Not ready yet'}: ${property}, for ${guestName}`}
    >
      {isReady ? 'Ready' : 'Not ready yet'}
    </ChangeButton>
  )
}
