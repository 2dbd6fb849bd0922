import { useEffect, useRef } from 'react'
import { TextField } from '#app/ui/form/field.tsx'
import { type ChangeDraft, PRICE_CHANGES } from './change-form.ts'
import { WEEKDAY_CHOICES } from './plan-change.ts'

type PillsProps<Key extends string> = {
  legend: string
  name: string
  options: Record<Key, string>
  chosen: Key | ''
  onChoose: (key: Key) => void
}

/** A choice of few words, as radio buttons side by side. */
export function Pills<Key extends string>({ legend, name, options, chosen, onChoose }: PillsProps<Key>) {
  return (
    <fieldset className="sheet-pills">
      <legend>{legend}</legend>
      {(Object.entries(options) as [Key, string][]).map(([key, text]) => (
        <label key={key}>
          <input type="radio" name={name} value={key} checked={key === chosen} onChange={() => onChoose(key)} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}

type Props = {
  draft: ChangeDraft
  onChange: (draft: ChangeDraft) => void
  errors: Partial<Record<string, string>>
}

export function ChangeFields({ draft, onChange, errors }: Props) {
  return (
    <>
      {draft.what === 'price' && <PriceFields {...{ draft, onChange, errors }} />}
      {draft.what === 'minimum' && (
        <TextField
          label="Nights at least, for stays that begin then"
          hint="Empty is the regular minimum."
          name="minimumStay"
          inputMode="numeric"
          autoComplete="off"
          value={draft.minimumStay}
          error={errors.minimumStay}
          onChange={(event) => onChange({ ...draft, minimumStay: event.target.value })}
        />
      )}
      <Pills
        legend="Which nights"
        name="only"
        options={WEEKDAY_CHOICES}
        chosen={draft.only}
        onChoose={(only) => onChange({ ...draft, only })}
      />
    </>
  )
}

const AMOUNTS = {
  set: 'Dollars a night',
  percent: 'Percent more (minus for less), in whole dollars',
  dollars: 'Dollars more (minus for less), in whole dollars',
}

function PriceFields({ draft, onChange, errors }: Props) {
  const { how } = draft
  const root = useRef<HTMLDivElement>(null)
  // After a press on "Price" one types the amount.
  useEffect(() => {
    root.current?.querySelector<HTMLInputElement>('input[name="amount"]')?.focus({ preventScroll: true })
  }, [])
  return (
    <div ref={root} className="sheet-price">
      <Pills
        legend="How"
        name="how"
        options={PRICE_CHANGES}
        chosen={how}
        onChoose={(to) => onChange({ ...draft, how: to })}
      />
      {how !== 'regular' && (
        <TextField
          label={AMOUNTS[how]}
          name="amount"
          // A phone's number pad has no minus.
          inputMode={how === 'set' ? 'decimal' : 'text'}
          autoComplete="off"
          value={draft.amount}
          error={errors.amount}
          onChange={(event) => onChange({ ...draft, amount: event.target.value })}
        />
      )}
    </div>
  )
}
