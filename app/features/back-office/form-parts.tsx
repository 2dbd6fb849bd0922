import type { ReactNode } from 'react'
import { AreaField, SelectField, TextField } from '#app/ui/field.tsx'
import type { FormFill } from './folded-form.tsx'

type FillProps = { name: string; label: ReactNode; stored?: string | number | null; hint?: string; fill: FormFill }

const filled = ({ name, stored, fill }: FillProps) => ({
  name,
  defaultValue: fill.text(name, stored),
  error: fill.error(name),
})

/** The fields of a folded form: what was typed, else what is stored, and what is wrong with it. */
export function FillText({ fill, stored, ...rest }: FillProps & { type?: 'time' | 'date' | 'email' | 'url' | 'tel' }) {
  return <TextField {...rest} {...filled({ fill, stored, ...rest })} autoComplete="off" />
}

export function FillNumber({ fill, stored, ...rest }: FillProps) {
  return <TextField {...rest} {...filled({ fill, stored, ...rest })} inputMode="decimal" autoComplete="off" />
}

export function FillArea({ fill, stored, rows = 3, ...rest }: FillProps & { rows?: number }) {
  return <AreaField {...rest} {...filled({ fill, stored, ...rest })} rows={rows} />
}

/** One of a list by its value. The empty choice comes first. */
export function FillSelect({
  fill,
  stored,
  none = 'Not shown',
  options,
  ...rest
}: FillProps & { none?: string; options: Iterable<readonly [string, string]> }) {
  return (
    <SelectField {...rest} {...filled({ fill, stored, ...rest })}>
      <option value="">{none}</option>
      {[...options].map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
  )
}

/** A box to check, in a fieldset of the class `admin-choice`. */
export function FillCheck({ name, label, stored, fill }: Omit<FillProps, 'stored' | 'hint'> & { stored: boolean }) {
  return (
    <label>
      <input type="checkbox" name={name} value="on" defaultChecked={fill.isChecked(name, stored)} />{' '}
      <span>{label}</span>
    </label>
  )
}
