import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { countOf } from '#app/shared/words.ts'
import { ChangeForm, FormArea, FormSelect, FormText } from '#app/ui/form/change-form.tsx'
import { SEED_LABELS, seedForm } from '../seed.ts'
import type { drawChanges } from './draw.changes.server.ts'
import type { ManagedDraw, ManagedGiveaway, Prizes } from './giveaways-page.ts'
import { Winners } from './winner-section.tsx'

type Props = { giveaway: ManagedGiveaway; properties: Prizes['properties']; answer: ChangeAnswer | null }

/** The next step of the draw, and whom it has drawn. */
export function DrawSection({ giveaway, properties, answer }: Props) {
  const { id, draw, entrants } = giveaway
  return (
    <>
      <h3 id={`draw-${id}`}>The drawing</h3>
      {!draw && entrants === 0 && <p className="text-muted">Nobody entered, so there is nothing to draw.</p>}
      {!draw && entrants > 0 && <Freeze giveaway={giveaway} answer={answer} />}
      {draw && (
        <p>
          The list was frozen on {draw.frozen}: {countOf(draw.lines, 'person', 'people')} with{' '}
          {countOf(draw.tickets, 'entry', 'entries')}. It is public.
        </p>
      )}
      {draw?.seed === null && draw.seedFrom !== null && (
        <p>
          Next comes the seed, from a drawing that is held on {draw.seedFrom}, or later. You can enter it then.{' '}
          {draw.seedSource}
        </p>
      )}
      {draw?.seed === null && draw.seedFrom === null && <Seed id={id} draw={draw} answer={answer} />}
      {draw?.last && (
        <Winners giveaway={giveaway} draw={draw} last={draw.last} properties={properties} answer={answer} />
      )}
    </>
  )
}

function Freeze({ giveaway: { id, rules }, answer }: Omit<Props, 'properties'>) {
  return (
    <>
      <p>
        First, freeze the list of entries. It is published with its SHA-256, without names or addresses. Only then may
        the seed become known.
      </p>
      <ChangeForm<typeof drawChanges>
        {...{ id, answer }}
        intent="freeze"
        summary="Freeze the entries"
        anchor={`freeze-${id}`}
        save="Freeze and publish the list"
        saving="Freezing..."
      >
        {(fields) => (
          <>
            <p>This can’t be undone. To delete somebody’s entry at their request, do it before.</p>
            {rules.seedSource ? (
              <p>The rules name the source of the seed: {rules.seedSource}</p>
            ) : (
              <>
                <FormSelect field={fields.seedKind} label="Form of the seed" options={Object.entries(SEED_LABELS)} />
                <FormArea
                  field={fields.seedSource}
                  label="Source of the seed"
                  hint="A public number that nobody knows yet, such as the next lottery drawing."
                />
              </>
            )}
          </>
        )}
      </ChangeForm>
    </>
  )
}

const Seed = ({ id, draw, answer }: { id: string; draw: ManagedDraw; answer: ChangeAnswer | null }) => (
  <>
    <p>Next comes the seed, as soon as it is known. {draw.seedSource}</p>
    <ChangeForm<typeof drawChanges>
      {...{ id, answer }}
      intent="seed"
      summary="Enter the seed"
      anchor={`seed-${id}`}
      save="Draw the winner"
      saving="Drawing..."
    >
      {(fields) => <FormText field={fields.seed} label="Seed" hint={`Type ${seedForm(draw.seedKind)}.`} />}
    </ChangeForm>
  </>
)
