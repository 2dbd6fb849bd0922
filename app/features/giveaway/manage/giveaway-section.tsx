import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { countOf } from '#app/shared/words.ts'
import { Actions } from '#app/ui/dashboard/actions.tsx'
import { Card } from '#app/ui/dashboard/card.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeForm, FormArea } from '#app/ui/form/change-form.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import { DrawSection } from './draw-section.tsx'
import { Entries } from './entries-section.tsx'
import type { giveawayChanges } from './giveaway.changes.server.ts'
import { PAGE_FIELDS, rulesFields } from './giveaway-fields.ts'
import type { ManagedGiveaway, Prizes } from './giveaways-page.ts'

type FormsProps = { giveaway: ManagedGiveaway; zones: readonly string[]; answer: ChangeAnswer | null }
type Props = FormsProps & { properties: Prizes['properties'] }

/** A giveaway: its state, its rules and page with their forms, and its draw once it has closed. */
export function GiveawaySection({ giveaway, zones, properties, answer }: Props) {
  const { id, page, phase, isDraft, isShown, draw } = giveaway
  return (
    <Card anchor={id} title={page.name}>
      <p>{standing(giveaway)}</p>
      <p className="admin-contact">
        {isShown && <PageLink to="/staycation">See the page</PageLink>}
        {isShown && <PageLink to="/staycation/rules">Official Rules</PageLink>}
        {draw && <PageLink to={`/staycation/draw/${draw.id}`}>The drawing</PageLink>}
      </p>
      {phase === 'closed' && !isDraft && <DrawSection giveaway={giveaway} properties={properties} answer={answer} />}
      {giveaway.entrants > 0 && <Entries giveaway={giveaway} />}
      {(isShown || isDraft || phase !== 'closed') && <Forms giveaway={giveaway} zones={zones} answer={answer} />}
    </Card>
  )
}

function PageLink({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

function standing({ phase, isDraft, opens, closes, entrants, total, rulesVersion }: ManagedGiveaway): string {
  if (isDraft) return `Draft: guests don’t see it. Its entries are to open on ${opens}.`
  if (phase === 'upcoming') return `Opens on ${opens}.`
  const people = entrants === 0 ? 'Nobody has entered' : `${countOf(entrants, 'person', 'people')} entered`
  const entered = total > entrants ? `${people}, with ${countOf(total, 'entry', 'entries')}` : people
  return `${phase === 'open' ? 'Open until' : 'Closed on'} ${closes}. ${entered}. Version ${rulesVersion} of the rules.`
}

function Forms({ giveaway, zones, answer }: FormsProps) {
  const { id, rules, page, versions, locked, phase, isDraft, isPreviewed } = giveaway
  // Otherwise, another giveaway has the page.
  const previewAt = isPreviewed ? '' : null
  return (
    <>
      {locked && <p className="admin-note">{locked} For other rules, start another giveaway after this one.</p>}
      <Actions>
        {!locked && (
          <RecordForm
            {...{ id, answer, previewAt }}
            fields={rulesFields(zones)}
            intent="rules"
            value={rules}
            version={versions.rules}
            summary="Change the rules"
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
        {isDraft && (
          <ChangeForm<typeof giveawayChanges>
            {...{ id, answer }}
            intent="open"
            summary="Open it to guests"
            anchor={`open-${id}`}
            save="Open the giveaway"
            saving="Opening..."
          >
            {() => (
              <p>
                Guests see its page and its rules at once, and every page links to it.{' '}
                {phase === 'open' ? 'They can enter at once, too.' : `They can enter from ${giveaway.opens} on.`}
              </p>
            )}
          </ChangeForm>
        )}
        {phase === 'open' && !isDraft && (
          <ChangeForm<typeof giveawayChanges>
            {...{ id, answer }}
            intent="end"
            summary="End it now"
            anchor={`end-${id}`}
            save="Close the entries now"
            saving="Closing..."
          >
            {(fields) => (
              <>
                <p>Nobody can enter afterwards.</p>
                <FormArea field={fields.reason} label="Reason" hint="For History. Guests don’t see it." />
              </>
            )}
          </ChangeForm>
        )}
        {!locked && (
          <ChangeButton<typeof giveawayChanges> intent="remove" id={id}>
            Remove “{page.name}”
          </ChangeButton>
        )}
      </Actions>
    </>
  )
}
