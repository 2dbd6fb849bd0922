import { randomUUID } from 'node:crypto'
import { Link } from 'react-router'
import { ResponsiveImage } from '#app/features/media/responsive-image.tsx'
import { QUESTION_WORDS } from '#app/features/pricing/manage/price-questions.ts'
import { AddPropertyForm } from '#app/features/properties/manage/list/add-property-form.tsx'
import { listManagedProperties } from '#app/features/properties/manage/list/properties-pages.server.ts'
import { propertiesChanges } from '#app/features/properties/manage/list/property-row.changes.server.ts'
import { STATUS_WORDS } from '#app/features/properties/property-status.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { countOf } from '#app/shared/words.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeButton, MoveButtons, useRestoredFocus } from '#app/ui/form/change-button.tsx'
import { ChangeForm, ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/properties.ts'
import '#app/features/properties/manage/list/properties.css'
import { Card } from '#app/ui/dashboard/card.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  return { ...(await listManagedProperties(context.get(servicesContext))), formKey: randomUUID() }
}

export const action = (args: Route.ActionArgs) => changeAction(args, propertiesChanges)

export const handle: AdminHandle = { title: 'Homes' }

export default function Properties({
  loaderData: { properties, ready, samples, zones, formKey },
  actionData,
}: Route.ComponentProps) {
  const answer = actionData ?? null
  const list = useRestoredFocus<HTMLOListElement>(properties.map(({ slug }) => slug).join('\n'))
  return (
    <>
      <PageTop title="Homes" facts="In the order in which guests see them." />
      <ChangeNote answer={answer} forms={['add', 'publish']} />
      {properties.length === 0 && <p className="text-muted">There are no homes yet.</p>}
      <Card>
        <ol ref={list} className="properties-list">
          {properties.map((property, at) => (
            <Property
              key={property.slug}
              property={property}
              isFirst={at === 0}
              isLast={at === properties.length - 1}
            />
          ))}
        </ol>
      </Card>
      <Drafts ready={ready} samples={samples} answer={answer} />
      <AddPropertyForm properties={properties} zones={zones} formKey={formKey} answer={answer} />
    </>
  )
}

type DraftsProps = { ready: number; samples: number; answer: ChangeAnswer | null }

/** The button that publishes all drafts. */
function Drafts({ ready, samples, answer }: DraftsProps) {
  return (
    <>
      {ready > 0 && (
        <ChangeForm<typeof propertiesChanges>
          intent="publish"
          version={String(ready)}
          answer={answer}
          save={`Publish ${countOf(ready, 'draft')}`}
          saving="Publishing..."
        />
      )}
      {samples > 0 && (
        <Card anchor="samples" title="Homes that came with the site">
          <p>
            {countOf(samples, 'draft')} with texts and photos. If they aren’t yours, remove them. What the site says
            about them goes, too, and plain texts come in its place. That can’t be undone.
          </p>
          <ChangeButton<typeof propertiesChanges> intent="remove-samples" pendingText="Removing...">
            {`Remove ${countOf(samples, 'sample home')}`}
          </ChangeButton>
        </Card>
      )}
    </>
  )
}

type Listed = Route.ComponentProps['loaderData']['properties'][number]

function Property({ property, isFirst, isLast }: { property: Listed; isFirst: boolean; isLast: boolean }) {
  const { slug, name, location, status, cover, price, isPriced, musts, questions } = property
  return (
    <li>
      {cover ? (
        <ResponsiveImage image={{ ...cover, alt: '' }} sizes="9rem" />
      ) : (
        <span className="properties-no-image" />
      )}
      <div>
        <h2>
          <Link to={`/admin/homes/${slug}`} prefetch="intent" className="admin-row-link">
            {name}
          </Link>
        </h2>
        <p className="admin-detail">{`${STATUS_WORDS[status].label} · ${location}`}</p>
        <p className={isPriced ? undefined : 'admin-alert'}>{price}</p>
        {musts > 0 && <p className="admin-detail">{countOf(musts, 'thing')} to do before guests can see it</p>}
        {questions.map((question) => (
          <p key={question} className="admin-detail">
            {QUESTION_WORDS[question].ask}
          </p>
        ))}
      </div>
      <div className="col-span-full flex flex-wrap content-start gap-2 sm:col-auto">
        <MoveButtons<typeof propertiesChanges> intent="move" id={slug} name={name} isFirst={isFirst} isLast={isLast} />
      </div>
    </li>
  )
}
