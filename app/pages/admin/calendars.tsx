import { Link } from 'react-router'
import { conflictWords } from '#app/features/calendar-sync/manage/calendar-words.ts'
import { calendarChanges } from '#app/features/calendar-sync/manage/calendars.changes.server.ts'
import { listCalendars } from '#app/features/calendar-sync/manage/calendars.server.ts'
import { AddFeed, FeedList } from '#app/features/calendar-sync/manage/feed-list.tsx'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/calendars.ts'
import '#app/features/calendar-sync/manage/calendars.css'
import { Card } from '#app/ui/dashboard/card.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { siteUrl } = services.config
  return { properties: await listCalendars(services), siteUrl, now: services.clock.now() }
}

export const action = (args: Route.ActionArgs) => changeAction(args, calendarChanges)

export const handle: AdminHandle = { title: 'Calendars of other sites' }

export default function Calendars({ loaderData, actionData }: Route.ComponentProps) {
  const { properties, siteUrl, now } = loaderData
  const answer = actionData ?? null
  // A retired home reads no new calendar, and is listed only while something of it is left.
  const listed = properties.filter(({ isRetired, feeds }) => !isRetired || feeds.length > 0)
  const conflicts = properties.flatMap(({ property, slug, conflicts: own }) =>
    own.map((one) => ({ ...one, property, slug })),
  )
  return (
    <>
      <PageTop
        title="Calendars of other sites"
        facts="Synced about every 15 minutes. Nights booked there are blocked here."
      />
      <ChangeNote answer={answer} forms={['add']} />
      {conflicts.length > 0 && (
        <Card anchor="conflicts" title="Conflicts">
          <ul className="conflict-list">
            {conflicts.map((conflict) => (
              <Conflict key={JSON.stringify([conflict.stay, conflict.claim])} conflict={conflict} />
            ))}
          </ul>
        </Card>
      )}
      {listed.map(({ slug, property, feeds, exportPath, isRetired }) => (
        <FeedList
          key={slug}
          {...{ slug, property, feeds, now }}
          add={!isRetired && <AddFeed {...{ slug, property, feeds, answer }} />}
        >
          <details className="calendar-own">
            <summary>The calendar of {property}, for other sites</summary>
            <p>
              Paste this where the other site says “import calendar”. Anyone who has it can see which nights are booked.
            </p>
            <p>
              It has the stays and blocks of this site alone. Connect the other sites with each other, too: Vrbo doesn’t
              learn from it what Airbnb has sold.
            </p>
            <input readOnly value={siteUrl + exportPath} aria-label={`The calendar address of ${property}`} />
            <div className="admin-contact">
              <ChangeButton<typeof calendarChanges> intent="renew" value={{ slug }}>
                Replace the address. The old one stops working on every site
              </ChangeButton>
            </div>
          </details>
        </FeedList>
      ))}
    </>
  )
}

type Property = Route.ComponentProps['loaderData']['properties'][number]

function Conflict({ conflict }: { conflict: Property['conflicts'][number] & { property: string; slug: string } }) {
  const { property, slug, stay, claim, nights } = conflict
  return (
    <li>
      <p className="admin-task-title">{property}</p>
      <p>{conflictWords(conflict)}</p>
      <div className="admin-contact">
        {stay.reference && <Link to={`/admin/bookings/${stay.reference}`}>Move or cancel {stay.reference}</Link>}
        {claim.kind === 'block' && (
          <Link to={`/admin/calendar?day=${nights.from}&property=${slug}`}>Change the block</Link>
        )}
        {claim.kind === 'import' && (
          <ChangeButton<typeof calendarChanges> intent="settle" id={claim.occupancyId}>
            It’s the same guest
          </ChangeButton>
        )}
        {claim.kind === 'import' && (
          <ChangeButton<typeof calendarChanges> intent="read" id={claim.feedId}>
            Canceled there? Sync {claim.calendar} now
          </ChangeButton>
        )}
      </div>
    </li>
  )
}
