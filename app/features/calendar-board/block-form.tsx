import { useState } from 'react'
import { Form, useSearchParams } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { BLOCKS, type BlockKind, type BoardProperty } from './board.ts'
import { type Chosen, calendarPath } from './calendar-address.ts'
import type { ChangeDraft } from './change-form.ts'
import { ChangePlan } from './change-plan.tsx'
import { ChosenInputs } from './chosen-inputs.tsx'
import { Continue, FoldedText, Pills } from './form-parts.tsx'
import { type NightChoice, planChange } from './plan-change.ts'

type Props = {
  properties: BoardProperty[]
  chosen: Chosen
  only: NightChoice['only']
  first: ChangeDraft
  pending: boolean
}

const SAVE: Record<BlockKind, string> = {
  closed: 'Block these nights',
  owner: 'Block for the owner',
  visit: 'Add the visit',
}

/** Blocks the chosen nights in one press; the owner’s stay and a visit in two. */
export function BlockForm({ properties, chosen, only, first, pending }: Props) {
  const [query] = useSearchParams()
  const [kind, setKind] = useState<BlockKind>(first.what === 'rates' || first.what === '' ? 'closed' : first.what)
  const [note, setNote] = useState(first.note)
  const plans = planChange(properties, { ...chosen, only }, { what: kind, note: note.trim() || null })
  const isPossible = plans.some(({ leftOut }) => !leftOut)
  const isWorthSaying = plans.some(({ leftOut, remarks }) => leftOut || remarks.length > 0)
  return (
    <Form method="post" action={calendarPath(query, {})} preventScrollReset className="sheet-form">
      <ChosenInputs {...{ properties, chosen, only, plans }} />
      <Pills legend="Block" name="what" options={BLOCKS} chosen={kind} onChoose={setKind} />
      {isWorthSaying && <ChangePlan plans={plans} />}
      <Continue text="Show what will happen" />
      <Button
        type="submit"
        variant="outline"
        className="w-full"
        disabled={!isPossible}
        pending={pending}
        pendingText="Saving..."
      >
        {SAVE[kind]}
      </Button>
      <FoldedText
        summary="Add a note"
        label="Note"
        hint="Only you and your team read it."
        name="note"
        maxLength={500}
        value={note}
        onChange={setNote}
      />
    </Form>
  )
}
