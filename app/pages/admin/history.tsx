import { Form, Link } from 'react-router'
import { historyFilterFromQuery, listHistory } from '#app/features/back-office/history.server.ts'
import { type HistoryEntry, historyPath } from '#app/features/back-office/history.ts'
import { undoChanges } from '#app/features/back-office/undo.changes.server.ts'
import { pathAfterSignIn } from '#app/features/operators/operators.ts'
import { PropertyFilter } from '#app/features/properties/manage/property-filter.tsx'
import { changeAction } from '#app/platform/change/change.server.ts'
import { operatorContext } from '#app/platform/http/operator-access.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { samePage } from '#app/shared/paths/changed-path.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/dashboard/card.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { SelectField, TextField } from '#app/ui/form/field.tsx'
import type { Route } from './+types/history.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const filter = historyFilterFromQuery(query)
  const found = await listHistory(context.get(servicesContext), filter, context.get(operatorContext))
  return { filter, back: pageToReturnTo(query), ...found }
}

/** Undoes a change, and leads back to the page that it was made on. */
export const action = (args: Route.ActionArgs) =>
  changeAction(args, undoChanges, pageToReturnTo(args.url.searchParams) ?? samePage(args.url))

/** The page that an undo came from; null if that is History itself. */
const pageToReturnTo = (query: URLSearchParams) => (query.has('to') ? pathAfterSignIn(query.get('to')) : null)

export const handle: AdminHandle = { title: 'History' }

export default function History({ loaderData, actionData }: Route.ComponentProps) {
  const { filter, back, entries, hasOlder, things } = loaderData
  const problem = actionData?.result.error?.['']
  const isNarrowed = [filter.property, filter.booking, filter.operator, filter.thing, filter.day].some(Boolean)
  return (
    <>
      <PageTop title="History" />
      {problem && (
        <p role="alert" className="form-problem">
          {problem}{' '}
          {back && (
            <Link className="link" to={back}>
              Go back
            </Link>
          )}
        </p>
      )}
      <Filter data={loaderData} />
      {things.length > 0 && entries.length > 0 && (
        <p className="admin-count">
          <a className="link" href={historyPath({ ...filter, page: 1 }, '/admin/history.csv')} download>
            Download as CSV
          </a>
        </p>
      )}
      {entries.length === 0 && (
        <p className="text-muted">{isNarrowed ? 'No change matches.' : 'Nothing was changed yet.'}</p>
      )}
      <Card>
        <ol className="history-list">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} here={historyPath(filter)} />
          ))}
        </ol>
      </Card>
      {(filter.page > 1 || hasOlder) && (
        <nav aria-label="Pages" className="admin-pages">
          {filter.page > 1 && <Link to={historyPath({ ...filter, page: filter.page - 1 })}>Newer</Link>}
          <span>Page {filter.page}</span>
          {hasOlder && <Link to={historyPath({ ...filter, page: filter.page + 1 })}>Older</Link>}
        </nav>
      )}
    </>
  )
}

function Filter({ data: { filter, properties, operators, things } }: { data: Route.ComponentProps['loaderData'] }) {
  return (
    <Form key={historyPath(filter)} className="admin-filter">
      <PropertyFilter properties={properties} chosen={filter.property} />
      <TextField label="Booking" name="booking" placeholder="Reference" defaultValue={filter.booking} />
      {operators.length > 0 && (
        <SelectField label="Operator" name="operator" defaultValue={filter.operator}>
          <option value="">Everybody</option>
          {operators.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      )}
      {things.length > 0 && (
        <SelectField label="What" name="thing" defaultValue={filter.thing}>
          <option value="">Everything</option>
          {things.map(([thing, label]) => (
            <option key={thing} value={thing}>
              {label}
            </option>
          ))}
        </SelectField>
      )}
      <TextField label="Day" name="day" type="date" defaultValue={filter.day} />
      <Button type="submit" variant="outline">
        Show
      </Button>
    </Form>
  )
}

function Entry({ entry, here }: { entry: HistoryEntry; here: string }) {
  const { id, words, about, properties, by, at, reason, facts, undo, noUndo, confirms } = entry
  return (
    <li>
      <div>
        <p className="admin-task-title">{words}</p>
        {undo === 'undone' && <p className="admin-detail">Undone since</p>}
        {noUndo && <p className="admin-detail">Can’t be undone. {noUndo}</p>}
        {about && (
          <p>
            {about.path ? (
              <Link className="link history-about" to={about.path}>
                {about.label}
              </Link>
            ) : (
              about.label
            )}
          </p>
        )}
        <p className="admin-detail">{[properties.join(', '), by, at].filter(Boolean).join(' · ')}</p>
        {reason && <p className="admin-text">“{reason}”</p>}
        {facts.length > 0 && (
          <details>
            <summary>Before and after</summary>
            <dl className="history-facts">
              {facts.map(({ name, before, after }) => (
                <div key={name}>
                  {name && <dt>{name}</dt>}
                  <dd>
                    Before: <del>{before || 'nothing'}</del>
                  </dd>
                  <dd>
                    After: <ins>{after || 'nothing'}</ins>
                  </dd>
                </div>
              ))}
            </dl>
          </details>
        )}
      </div>
      {undo === 'possible' && (
        <ChangeButton<typeof undoChanges>
          intent="undo"
          id={id}
          confirms={confirms}
          action={here}
          aria-label={`Undo: ${words}, ${at}`}
        >
          Undo
        </ChangeButton>
      )}
    </li>
  )
}
