import { type LegalVersions, legalChanges, listLegalVersions } from '#app/features/site/manage/legal.changes.server.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { formatDate } from '#app/shared/dates.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { ChangeForm, FormArea, FormText } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/legal.ts'

export async function loader({ context }: Route.LoaderArgs) {
  return { pages: await listLegalVersions(context.get(servicesContext)) }
}

export const action = (args: Route.ActionArgs) => changeAction(args, legalChanges)

export const handle: AdminHandle = { title: 'Legal pages' }

const NAMES = { privacy: 'Privacy', terms: 'Terms', accessibility: 'Accessibility' }

export default function LegalPages({ loaderData: { pages }, actionData }: Route.ComponentProps) {
  return (
    <>
      <PageTop
        title="Legal pages"
        facts="A version never changes once it is stored, because bookings refer to it. To change a text, add a version with the day from which it applies."
      />
      {pages.map((page) => (
        <LegalPage key={page.kind} page={page} answer={actionData ?? null} />
      ))}
    </>
  )
}

function LegalPage({ page, answer }: { page: LegalVersions; answer: ChangeAnswer | null }) {
  const { kind, title, text, today, isDraft, versions } = page
  return (
    <Card anchor={kind} title={NAMES[kind]}>
      {versions.length === 0 && <p className="text-muted">There is no such page yet.</p>}
      <div>
        <ul className="item-lines">
          {versions.map(({ version, effectiveOn, isInForce, isLater }) => (
            <li key={version}>
              {isLater ? (
                `Version ${version}, from ${formatDate(effectiveOn, 'long')} on`
              ) : (
                <a className="admin-row-link" href={`/${kind}?version=${encodeURIComponent(version)}`}>
                  Version {version}, {isInForce ? 'in effect since' : 'since'} {formatDate(effectiveOn, 'long')}
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
      {isDraft && (
        <p className="admin-note">
          This text came with the site as a draft. Have it checked, change what differs, and add it: the form leaves out
          the words that say so.
        </p>
      )}
      <ChangeForm<typeof legalChanges>
        intent="legal"
        id={kind}
        version={String(versions.length)}
        stored={{ title, text, effectiveOn: today }}
        summary={`Add a version of ${NAMES[kind]}`}
        anchor={`add-${kind}`}
        save="Add the version"
        answer={answer}
      >
        {(fields) => (
          <>
            <FormText field={fields.title} label="Title" />
            <FormText field={fields.effectiveOn} label="Applies from" type="date" />
            <FormArea
              field={fields.text}
              label="Text"
              rows={20}
              hint="## begins a heading, - an item of a list, + a term with its meaning after a colon. An empty line begins a paragraph. {brand} stands for your name."
            />
          </>
        )}
      </ChangeForm>
    </Card>
  )
}
