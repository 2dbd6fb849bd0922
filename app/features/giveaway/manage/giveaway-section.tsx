import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { countOf } from '#app/shared/words.ts'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeForm } from '#app/ui/form/change-form.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import { DrawSection } from './draw-section.tsx'
import type { giveawayChanges } from './giveaway.changes.server.ts'
import { PAGE_FIELDS, rulesFields, startFields } from './giveaway-fields.ts'
import type { Start } from './giveaway-record.ts'
import type { ManagedGiveaway } from './giveaways-page.ts'

type Props = { giveaway: ManagedGiveaway; zones: readonly string[]; answer: ChangeAnswer | null }

/** A giveaway: where it stands, its rules and page with their forms, and its draw once it has closed. */
export function GiveawaySection({ giveaway, zones, answer }: Props) {
  const { id, page, phase, isShown, draw } = giveaway
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{page.name}</h2>
      <p>{standing(giveaway)}</p>
      <p className="admin-contact">
        {isShown && <PageLink to="/staycation">See the page</PageLink>}
        {isShown && <PageLink to="/staycation/rules">Official Rules</PageLink>}
        {draw && <PageLink to={`/staycation/draw/${draw.id}`}>The drawing</PageLink>}
      </p>
      {phase === 'closed' && <DrawSection giveaway={giveaway} answer={answer} />}
      {(isShown || phase !== 'closed') && <Forms giveaway={giveaway} zones={zones} answer={answer} />}
    </section>
  )
}

function PageLink({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

function standing({ phase, opens, closes, entrants, total, rulesVersion }: ManagedGiveaway): string {
  if (phase === 'upcoming') return `Opens on ${opens}.`
  const people = entrants === 0 ? 'Nobody has entered' : `${countOf(entrants, 'person', 'people')} entered`
  const entered = total > entrants ? `${people}, with ${countOf(total, 'entry', 'entries')}` : people
  return `${phase === 'open' ? 'Open until' : 'Closed on'} ${closes}. ${entered}. Version ${rulesVersion} of the rules.`
}

function Forms({ giveaway, zones, answer }: Props) {
  const { id, rules, page, versions, locked, phase, isShown } = giveaway
  // Another giveaway has the page as long as this one is not shown.
  const previewAt = isShown ? '' : null
  return (
    <>
      {locked ? (
        <p className="admin-note">{locked} For other rules, start another giveaway after this one.</p>
      ) : (
        <RecordForm
          {...{ id, answer, previewAt }}
          fields={rulesFields(zones)}
          intent="rules"
          value={rules}
          version={versions.rules}
          summary="Official Rules"
          anchor={`rules-${id}`}
        />
      )}
      <RecordForm
        {...{ id, answer, previewAt }}
        fields={PAGE_FIELDS}
        intent="page"
        value={page}
        version={versions.page}
        summary="Texts and images of the page"
        anchor={`page-${id}`}
      />
      {phase === 'open' && (
        <ChangeForm<typeof giveawayChanges>
          {...{ id, answer }}
          intent="end"
          summary="End it now"
          anchor={`end-${id}`}
          save="Close the entries now"
          saving="Closing..."
        >
          {() => <p>Nobody can enter afterwards.</p>}
        </ChangeForm>
      )}
      {!locked && (
        <div className="admin-contact">
          <ChangeButton<typeof giveawayChanges> intent="remove" id={id} aria-label={`Remove ${page.name}`}>
            Remove this giveaway
          </ChangeButton>
        </div>
      )}
    </>
  )
}

type StartProps = { start: Partial<Start>; zones: readonly string[]; count: number; answer: ChangeAnswer | null }

/** Starts a giveaway. */
export const StartForm = ({ start, zones, count, answer }: StartProps) => (
  <RecordForm
    fields={startFields(zones)}
    // What is missing is empty in the form.
    value={start as Start}
    intent="start"
    version={String(count)}
    summary={count === 0 ? 'Start a giveaway' : 'Start another giveaway'}
    anchor="start"
    save="Start the giveaway"
    previewAt={null}
    answer={answer}
  />
)
