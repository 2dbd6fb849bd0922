import type { FieldMetadata } from '@conform-to/react'
import type { ReactNode } from 'react'
import { MONTHS } from '#app/shared/months.ts'
import { SelectField, TextField } from './field.tsx'
import './month-day.css'

type Props = {
  field: FieldMetadata<{ month?: string; day?: string } | null | undefined>
  label: ReactNode
  /** The month may be empty. */
  optional?: boolean
}

/** A day of every year. */
export function MonthDay({ field, label, optional }: Props) {
  const { month, day } = field.getFieldset()
  const error = field.errors?.[0] ?? month.errors?.[0] ?? day.errors?.[0]
  const errorId = error && field.errorId
  const isOfMonth = month.errors !== undefined
  return (
    <fieldset className="month-day">
      <legend className="mb-2 text-sm font-semibold">{label}</legend>
      <div>
        <SelectField
          label="Month"
          id={month.id}
          name={month.name}
          defaultValue={month.initialValue ?? ''}
          errorId={isOfMonth ? errorId : undefined}
        >
          {optional && <option value="">None</option>}
          {MONTHS.map((words, at) => (
            <option key={words} value={at + 1}>
              {words}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Day"
          id={day.id}
          name={day.name}
          inputMode="numeric"
          autoComplete="off"
          defaultValue={day.initialValue ?? ''}
          errorId={isOfMonth ? undefined : errorId}
        />
      </div>
      {error && (
        <p id={errorId} className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}
