import { data, Form, Link } from 'react-router'
import { copyChanges, getCopyPage, NOTHING_CHOSEN } from '#app/features/pricing/manage/prices/copy-page.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { countOf } from '#app/shared/words.ts'
import { Button } from '#app/ui/button.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import type { Route } from './+types/copy-prices.ts'
import '#app/features/pricing/manage/prices/copy.css'
import { Card } from '#app/ui/dashboard/card.tsx'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams
  const asked = { parts: query.getAll('part'), to: query.getAll('to') }
  const page = await getCopyPage(context.get(servicesContext), params.slug, asked)
  if (!page) throw data(null, { status: 404 })
  return { ...page, problem: query.has('compare') && !page.changes ? NOTHING_CHOSEN : null }
}

export const action = (args: Route.ActionArgs) =>
  changeAction(args, copyChanges, `/admin/homes/${args.params.slug}/prices`)

export const handle: AdminHandle = {
  title: (page: Route.ComponentProps['loaderData']) => `Copy prices of ${page.from.name}`,
}

export default function CopyPrices({ loaderData, actionData }: Route.ComponentProps) {
  const { from, parts, others, changes } = loaderData
  const problem = actionData?.result.error?.['']?.[0] ?? loaderData.problem
  return (
    <>
      <p>
        <Link to={`/admin/homes/${from.slug}/prices`} className="link">
          {from.name}
        </Link>
      </p>
      <PageTop title="Copy to other homes" facts="You see what differs before anything is copied." />
      {problem && (
        <p role="alert" className="form-problem">
          {problem}
        </p>
      )}
      <Form action={`/admin/homes/${from.slug}/copy#differences`} preventScrollReset className="admin-form copy-form">
        <Checks legend={`Of ${from.name}`} name="part">
          {parts.map(({ part, label, isChosen }) => ({ value: part, label, isChosen }))}
        </Checks>
        <Checks legend="To" name="to">
          {others.map(({ slug, name, isChosen }) => ({ value: slug, label: name, isChosen }))}
        </Checks>
        <Button type="submit" variant="outline" name="compare" value="yes" className="col-span-full">
          See what differs
        </Button>
      </Form>
      {changes && <Differences page={loaderData} changes={changes} />}
    </>
  )
}

type ChecksProps = { legend: string; name: string; children: { value: string; label: string; isChosen: boolean }[] }

function Checks({ legend, name, children }: ChecksProps) {
  return (
    <fieldset className="admin-choice">
      <legend>{legend}</legend>
      {children.map(({ value, label, isChosen }) => (
        <label key={value}>
          <input type="checkbox" name={name} value={value} defaultChecked={isChosen} /> <span>{label}</span>
        </label>
      ))}
    </fieldset>
  )
}

type Page = Route.ComponentProps['loaderData']

function Differences({ page, changes }: { page: Page; changes: NonNullable<Page['changes']> }) {
  const { from, parts } = page
  const differing = changes.filter(({ facts }) => facts.length > 0)
  return (
    <Card anchor="differences" title="What differs">
      {changes.map(({ slug, name, facts }) => (
        <div key={slug} className="copy-property">
          <h3>{name}</h3>
          {facts.length === 0 && <p className="text-muted">The same already.</p>}
          {facts.length > 0 && (
            <dl>
              {facts.map((fact) => (
                <div key={fact.name}>
                  <dt>{fact.name}</dt>
                  <dd>
                    {fact.before && <del>{fact.before}</del>} {fact.after ? <ins>{fact.after}</ins> : 'Removed'}
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </div>
      ))}
      {differing.length > 0 && (
        <ChangeButton<typeof copyChanges>
          intent="copy"
          action={`/admin/homes/${from.slug}/copy`}
          value={{
            part: parts.filter(({ isChosen }) => isChosen).map(({ part }) => part),
            to: differing.map(({ slug }) => slug),
            versions: Object.fromEntries([from, ...differing].map(({ slug, version }) => [slug, version])),
          }}
          variant="ember"
          pendingText="Copying..."
        >
          Copy to {countOf(differing.length, 'home')}
        </ChangeButton>
      )}
    </Card>
  )
}
