import { randomUUID } from 'node:crypto'
import { listPropertyNames } from '#app/features/properties/properties.server.ts'
import { getOperatorTimeZone } from '#app/features/site/operator-time-zone.server.ts'
import { CleanerLinks, NewSecret } from '#app/features/turnovers/manage/cleaner-link-forms.tsx'
import { getTurnoverOverview, type WatchedTurnover } from '#app/features/turnovers/manage/turnover-overview.server.ts'
import { turnoverChanges } from '#app/features/turnovers/manage/turnovers.changes.server.ts'
import { dayHeading, TurnoverCard } from '#app/features/turnovers/turnover-card.tsx'
import { byDay } from '#app/features/turnovers/turnovers.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { operatorContext } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import { addDays, dateInZone } from '#app/shared/dates.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { listOf } from '#app/shared/words.ts'
import { Actions } from '#app/ui/dashboard/actions.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/turnovers.ts'
import '#app/features/turnovers/turnovers.css'
import { Card } from '#app/ui/dashboard/card.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const by = context.get(operatorContext)
  const properties = await listPropertyNames(services, by)
  const today = dateInZone(services.clock.now(), await getOperatorTimeZone(services))
  return { properties, today, ...(await getTurnoverOverview(services, by)), formKey: randomUUID() }
}

/** A new link is shown in the answer itself, and nowhere else. */
export const action = (args: Route.ActionArgs) => changeAction(args, turnoverChanges)

export const handle: AdminHandle = { title: 'Turnovers', shows: ['nights', 'stays'] }

export default function Turnovers({ loaderData, actionData }: Route.ComponentProps) {
  const { today, turnovers, images, links, properties, formKey } = loaderData
  const tomorrow = addDays(today, 1)
  const earlier = byDay(turnovers.filter(({ day }) => day < today))
  const near = [today, tomorrow].map((day) => ({ day, turnovers: turnovers.filter((one) => one.day === day) }))
  const later = byDay(turnovers.filter(({ day }) => day > tomorrow))
  const answer = actionData ?? null
  const mayChange = useMay()('turnovers:write')
  return (
    <>
      <PageTop title="Turnovers" facts="From your bookings. Cleaners see them without names and prices." />
      <ChangeNote answer={answer} forms={['create', 'change']} />
      {answer?.shown && <NewSecret {...answer.shown} />}
      {images.length > 0 && <Damage images={images} mayChange={mayChange} />}
      {[...earlier, ...near, ...later].map(({ day, turnovers: own }) => (
        <section
          key={day}
          aria-labelledby={`day-${day}`}
          className="turnover-day"
          id={day === tomorrow ? 'tomorrow' : undefined}
        >
          <h2 id={`day-${day}`}>{dayHeading(day, today, tomorrow)}</h2>
          {own.length === 0 && <p className="text-muted">Nothing to do.</p>}
          <ul className="turnover-list">
            {own.map((turnover) => (
              <TurnoverCard key={turnover.key} turnover={turnover}>
                <p className="turnover-state">{stateOf(turnover)}</p>
                <ReadyImages turnover={turnover} />
              </TurnoverCard>
            ))}
          </ul>
        </section>
      ))}
      {mayChange && <CleanerLinks {...{ links, properties, formKey, answer }} />}
    </>
  )
}

function stateOf({ cleaners, seenBy, doneBy, images }: WatchedTurnover): string {
  if (doneBy) return `Ready, says ${doneBy}`
  if (images.length > 0) return `Shown by ${listOf([...new Set(images.map(({ by }) => by))])}, not marked as ready yet`
  if (cleaners.length === 0) return 'No cleaner has a link for this home'
  return seenBy.length > 0 ? `Seen by ${listOf(seenBy)}` : `Not seen yet by ${listOf(cleaners)}`
}

/** Cleaners' photos that show that the home is ready. */
function ReadyImages({ turnover: { property, images } }: { turnover: WatchedTurnover }) {
  if (images.length === 0) return null
  return (
    <ul className="ready-images" aria-label={`${property} is ready`}>
      {images.map(({ id, path, by }, index) => (
        <li key={id}>
          <a href={`${path}?w=1920`}>
            <img
              src={`${path}?w=320`}
              alt={`${property}, ${index + 1} of ${images.length}, sent by ${by}`}
              loading="lazy"
            />
          </a>
        </li>
      ))}
    </ul>
  )
}

type DamageProps = { images: Route.ComponentProps['loaderData']['images']; mayChange: boolean }

function Damage({ images, mayChange }: DamageProps) {
  return (
    <Card title="Damage">
      <div>
        <ul className="damage-list">
          {images.map(({ id, path, property, by, at }) => (
            <li key={id}>
              <a href={`${path}?w=1920`}>
                <img src={`${path}?w=640`} alt={`Damage in ${property}, sent by ${by}`} loading="lazy" />
              </a>
              <p>{property}</p>
              <p className="admin-detail">
                {by}, {at}
              </p>
              {mayChange && (
                <Actions>
                  <ChangeButton<typeof turnoverChanges> intent="handled" id={id}>
                    Dealt with
                  </ChangeButton>
                </Actions>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  )
}
