import { data, Form, Link, redirect, useNavigation } from 'react-router'
import { listCalendars } from '#app/features/calendar-sync/calendar-sync.server.ts'
import { conflictWords } from '#app/features/calendar-sync/calendar-words.ts'
import { FeedList } from '#app/features/calendar-sync/feed-list.tsx'
import {
  addCalendar,
  type CalendarOutcome,
  readCalendarNow,
  removeCalendar,
  renewAddress,
  settleConflict,
} from '#app/features/calendar-sync/manage-calendars.server.ts'
import { changedPath } from '#app/platform/change/changed-path.ts'
import { readOperatorForm } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField, TextField } from '#app/ui/field.tsx'
import type { Route } from './+types/calendars.ts'
import '#app/features/calendar-sync/calendars.css'

export async function loader({ context }: Route.LoaderArgs) {
  const services = context.get(servicesContext)
  const { siteUrl } = services.config
  return { homes: await listCalendars(services), siteUrl, now: services.clock.now() }
}

/** Every form of the page posts its `intent`. What is no change of ours is answered with a sentence. */
export async function action({ request, context }: Route.ActionArgs) {
  const { by, form } = await readOperatorForm(request, context)
  const services = context.get(servicesContext)
  const [intent, id = '', slug = '', address = ''] = ['intent', 'id', 'slug', 'address'].map((name) =>
    String(form.get(name) ?? '').slice(0, 2001),
  )
  const needsId = intent !== 'add' && intent !== 'renew'
  const run: Record<string, () => Promise<CalendarOutcome>> = {
    add: () => addCalendar(services, { slug, address, by }),
    read: () => readCalendarNow(services, { id, isEmpty: false }),
    'read-empty': () => readCalendarNow(services, { id, isEmpty: true }),
    remove: () => removeCalendar(services, { id, by }),
    renew: () => renewAddress(services, { slug, by }),
    settle: () => settleConflict(services, { id, by }),
  }
  const chosen = intent && Object.hasOwn(run, intent) ? run[intent] : undefined
  if (!chosen || (needsId && !isUuid(id))) throw data(null, { status: 400 })
  const outcome = await chosen()
  if ('auditId' in outcome) return redirect(changedPath('/admin/calendars', outcome.auditId), 303)
  const values = { slug, address }
  return data({ ...outcome, intent, values }, { status: outcome.ok ? 200 : outcome.status })
}

export const handle: AdminHandle = { title: 'Calendars of other sites' }

export default function Calendars({ loaderData, actionData }: Route.ComponentProps) {
  const { homes, siteUrl, now } = loaderData
  const pending = useNavigation().formMethod !== undefined
  const refusedAddition = actionData && !actionData.ok && actionData.intent === 'add' ? actionData : null
  const conflicts = homes.flatMap(({ property, slug, conflicts: own }) =>
    own.map((one) => ({ ...one, property, slug })),
  )
  return (
    <>
      <h1>Calendars of other sites</h1>
      <p className="text-muted">They are read about every 15 minutes. Their nights are taken here.</p>
      {actionData?.message && !refusedAddition && (
        <p role={actionData.ok ? 'status' : 'alert'} className={actionData.ok ? 'admin-note' : 'form-problem'}>
          {actionData.message}
        </p>
      )}
      {conflicts.length > 0 && (
        <section aria-labelledby="conflicts-heading">
          <h2 id="conflicts-heading">Conflicts</h2>
          <ul className="conflict-list">
            {conflicts.map((conflict) => (
              <Conflict key={JSON.stringify([conflict.stay, conflict.claim])} conflict={conflict} />
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="add-heading">
        <h2 id="add-heading">Read another calendar</h2>
        <Form
          key={homes.flatMap(({ feeds }) => feeds).length}
          method="post"
          preventScrollReset
          className="admin-form"
          noValidate
        >
          <input type="hidden" name="intent" value="add" />
          <SelectField label="Home" name="slug" defaultValue={refusedAddition?.values.slug}>
            {homes.map(({ slug, property }) => (
              <option key={slug} value={slug}>
                {property}
              </option>
            ))}
          </SelectField>
          <TextField
            label="Its address"
            hint="Where Airbnb, Vrbo, Booking.com, or Google says “export calendar” or “iCal”."
            name="address"
            type="url"
            inputMode="url"
            autoComplete="off"
            defaultValue={refusedAddition?.values.address}
            error={refusedAddition?.message}
          />
          <Button type="submit" variant="outline" pending={pending} pendingText="Reading it...">
            Read it
          </Button>
        </Form>
      </section>
      {homes.map(({ slug, property, feeds, exportPath }) => (
        <section key={slug} aria-labelledby={`home-${slug}`}>
          <h2 id={`home-${slug}`}>{property}</h2>
          <FeedList feeds={feeds} now={now} />
          <details className="calendar-own">
            <summary>The calendar of {property}, for other sites</summary>
            <p>Paste this where the other site says “import calendar”. Whoever knows it can read the taken nights.</p>
            <input readOnly value={siteUrl + exportPath} aria-label={`The calendar address of ${property}`} />
            <Form method="post" preventScrollReset className="admin-contact">
              <input type="hidden" name="slug" value={slug} />
              <button type="submit" name="intent" value="renew">
                Make a new address. The old one stops working on every site
              </button>
            </Form>
          </details>
        </section>
      ))}
    </>
  )
}

type Home = Route.ComponentProps['loaderData']['homes'][number]

function Conflict({ conflict }: { conflict: Home['conflicts'][number] & { property: string; slug: string } }) {
  const { property, stay, claim, nights } = conflict
  return (
    <li>
      <p className="admin-task-title">{property}</p>
      <p>{conflictWords(conflict)}</p>
      <div className="admin-contact">
        {stay.reference && <Link to={`/admin/bookings/${stay.reference}`}>Move or cancel {stay.reference}</Link>}
        {claim.kind === 'block' ? (
          <Link to={`/admin/calendar?from=${nights.from}`}>Change the block</Link>
        ) : (
          <Form method="post" preventScrollReset className="admin-contact">
            <input type="hidden" name="id" value={claim.occupancyId} />
            <button type="submit" name="intent" value="settle">
              It’s the same guest
            </button>
          </Form>
        )}
        {claim.kind === 'import' && (
          <Form method="post" preventScrollReset className="admin-contact">
            <input type="hidden" name="id" value={claim.feedId} />
            <button type="submit" name="intent" value="read">
              Canceled there? Read {claim.calendar} now
            </button>
          </Form>
        )}
      </div>
    </li>
  )
}
