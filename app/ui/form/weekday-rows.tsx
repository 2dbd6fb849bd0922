import type { FieldMetadata } from '@conform-to/react'
import { WEEKDAYS } from '#app/shared/weekdays.ts'
import './weekday-rows.css'

type Days = FieldMetadata<string | string[] | null | undefined>
type Row = { days?: string | string[]; value?: string }
type Legend = { legend: string; hint?: string }

/** The seven days as buttons that stay pressed, under one name. */
function DayButtons({ field: { name, initialValue } }: { field: Days }) {
  const checked = [initialValue ?? []].flat()
  return (
    <div className="weekdays">
      {WEEKDAYS.map((day, at) => (
        <label key={day}>
          <input type="checkbox" name={name} value={at} defaultChecked={checked.includes(String(at))} />
          <span>
            {day.slice(0, 2)}
            <span className="sr-only">{day.slice(2)}</span>
          </span>
        </label>
      ))}
    </div>
  )
}

/** Some of the seven days. */
export function Weekdays({ field, legend, hint }: Legend & { field: Days }) {
  return (
    <fieldset className="weekday-rows">
      <legend>{legend}</legend>
      {hint && <p className="field-hint">{hint}</p>}
      <DayButtons field={field} />
    </fieldset>
  )
}

/** Rows of weekdays with a value each, in `unit`. A row whose value is emptied goes away. */
export function WeekdayRows({
  field,
  legend,
  unit,
  hint,
}: Legend & { field: FieldMetadata<Row[] | null | undefined>; unit: string }) {
  return (
    <fieldset className="weekday-rows">
      <legend>{legend}</legend>
      {hint && <p className="field-hint">{hint}</p>}
      {field.getFieldList().map((row, at) => {
        const { days, value } = row.getFieldset()
        const error = value.errors?.[0]
        return (
          <fieldset key={row.key} className="weekday-row">
            <legend className="sr-only">{value.initialValue ? `Row ${at + 1}` : 'Another row'}</legend>
            <DayButtons field={days} />
            <label className="weekday-value">
              <span>{unit}</span>
              <input
                className="field-control"
                name={value.name}
                inputMode="decimal"
                autoComplete="off"
                defaultValue={value.initialValue}
                aria-invalid={error ? true : undefined}
                aria-describedby={error && value.errorId}
              />
            </label>
            {error && (
              <p id={value.errorId} className="field-error">
                {error}
              </p>
            )}
          </fieldset>
        )
      })}
    </fieldset>
  )
}
