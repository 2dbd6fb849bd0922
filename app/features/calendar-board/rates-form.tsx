import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Form, useSearchParams } from 'react-router'
import { type ChangeAnswer, fieldErrors } from '#app/shared/change-answer.ts'
import { countOf } from '#app/shared/words.ts'
import { Button } from '#app/ui/button.tsx'
import { TextField } from '#app/ui/form/field.tsx'
import { useHold } from '#app/ui/form/use-hold.ts'
import type { BoardProperty, Night } from './board.ts'
import { type Chosen, calendarPath } from './calendar-address.ts'
import { type ChangeDraft, parseChange, USUAL } from './change-form.ts'
import { ChangePlan } from './change-plan.tsx'
import { ChosenInputs } from './chosen-inputs.tsx'
import { Continue, FoldedText } from './form-parts.tsx'
import { type NightChoice, type PropertyPlan, planChange } from './plan-change.ts'
import { rangeOf } from './price-facts.ts'

type Props = {
  properties: BoardProperty[]
  chosen: Chosen
  only: NightChoice['only']
  /** The chosen nights, of each of the homes. */
  nights: Night[][]
  /** What the prices are compared with. */
  facts: string | null
  first: ChangeDraft
  maxStayNights: number
  answer: ChangeAnswer | null
  pending: boolean
  /** The total that guests would pay. */
  children: (plans: readonly PropertyPlan[]) => ReactNode
}

const REASON = {
  summary: 'Add a reason',
  label: 'Reason of the price',
  hint: 'Guests read it.',
  name: 'reason',
  maxLength: 100,
}

/** The price and the minimum stay of the chosen nights. It shows the effect before it is saved. */
export function RatesForm(props: Props) {
  const { properties, chosen, only, nights, facts, maxStayNights, answer, pending } = props
  const [query] = useSearchParams()
  const [typed, setTyped] = useState(props.first)
  const draft: ChangeDraft = { ...typed, what: 'rates', only }
  const form = useFocus(query.get('what'))
  const read = parseChange(draft, maxStayNights)
  const { seen, hold } = useHold(properties, answer?.at ?? '', Object.values(chosen).join(' '))
  const plans = read.ok ? planChange(seen, { ...chosen, only }, read.change) : []
  const change = hold.typing((part: Partial<ChangeDraft>) => setTyped({ ...draft, ...part }))
  // Fields that are still empty are not invalid yet.
  const isWrong = !read.ok && draft[read.field] !== ''
  const errors: Partial<Record<string, string>> = isWrong ? { [read.field]: read.message } : fieldErrors(answer)
  const count = plans.reduce((most, plan) => Math.max(most, plan.nights.length), 0)
  return (
    <Form
      ref={form}
      method="post"
      action={calendarPath(query, {})}
      preventScrollReset
      defaultShouldRevalidate
      className="sheet-form"
    >
      <ChosenInputs {...{ properties, chosen, only, plans }} />
      <input type="hidden" name="what" value="rates" />
      <div className="sheet-rates">
        <TextField
          label="Nightly price"
          name="amount"
          placeholder={rangeOf(nights.flat()) ?? undefined}
          // A price, or a change: a phone’s number pad has neither plus nor percent.
          autoComplete="off"
          value={draft.amount}
          error={errors.amount}
          onChange={({ target }) => change({ amount: target.value })}
        />
        <TextField
          label="Minimum stay"
          name="minimumStay"
          autoComplete="off"
          placeholder={minimumsOf(nights.flat())}
          value={draft.minimumStay}
          error={errors.minimumStay}
          onChange={({ target }) => change({ minimumStay: target.value })}
        />
        {facts && <p className="sheet-facts">{facts}</p>}
        <p className="sheet-quick needs-script">
          {['-10%', '+10%'].map((amount) => (
            <Button key={amount} variant="outline" onClick={() => change({ amount })}>
              {amount.replace('-', '−')}
            </Button>
          ))}
          <Button variant="outline" onClick={() => change({ amount: USUAL })}>
            Usual price
          </Button>
        </p>
      </div>
      <Continue text="Show what will change" />
      <Button type="submit" className="w-full" disabled={count === 0} pending={pending} pendingText="Saving...">
        {count === 0 ? 'Save' : `Save for ${countOf(count, 'night')}`}
      </Button>
      <ChangePlan plans={plans} />
      {props.children(plans)}
      <FoldedText {...REASON} value={draft.reason} onChange={(reason) => change({ reason })} />
    </Form>
  )
}

/** The keys P and M open the panel in the field that they mean. */
function useFocus(what: string | null) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const name = { price: 'amount', minimum: 'minimumStay' }[what ?? '']
    if (name) form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.focus({ preventScroll: true })
  }, [what])
  return form
}

function minimumsOf(nights: readonly Night[]): string {
  const minimums = nights.map(({ minimumStay }) => minimumStay)
  const [least, most] = [Math.min(...minimums), Math.max(...minimums)]
  return least === most ? `${least}` : `${least}–${most}`
}
