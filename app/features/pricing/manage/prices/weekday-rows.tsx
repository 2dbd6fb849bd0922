import type { FieldMetadata } from '@conform-to/react'
import type { WeekdayMinimum, WeekdayPrice } from '#app/features/pricing/price-settings.ts'
import type { Cents } from '#app/shared/money.ts'
import { WEEKDAYS } from '#app/shared/weekdays.ts'

/** Cents as they are typed: `590`, `590.50`. */
export const typedAmount = (cents: Cents | null) => {
  if (cents === null) return ''
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2)
}

type Days = FieldMetadata<string | string[] | undefined>

/** The seven days as buttons that stay pressed, under one name. */
function Weekdays({ field: { name, initialValue = [] } }: { field: Days }) {
  const checked = [initialValue].flat()
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

type Row = { days?: string | string[]; value?: string }
type RowsProps = { field: FieldMetadata<Row[] | undefined>; legend: string; unit: string; hint?: string }

/** Rows of weekdays with a value each. A row whose value is emptied disappears. */
function WeekdayRows({ field, legend, unit, hint }: RowsProps) {
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
            <Weekdays field={days} />
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

const NO_ROW = { days: [], value: '' }

/** The stored prices, and a free row. `blank` are the rows of something new. */
export const storedPrices = (rates: readonly WeekdayPrice[], blank = [NO_ROW as { days: number[]; value: string }]) => [
  ...rates.flatMap(({ from, weekdays, price }) =>
    from === null ? [{ days: weekdays, value: typedAmount(price) }] : [],
  ),
  ...blank,
]
export const storedMinimums = (minimums: readonly WeekdayMinimum[]) => [
  ...minimums.map(({ weekdays, minimumStay }) => ({ days: weekdays, value: String(minimumStay) })),
  NO_ROW,
]

/** The prices of weekdays. */
export function PriceRows({ field }: Pick<RowsProps, 'field'>) {
  return (
    <WeekdayRows
      field={field}
      legend="Prices of weekdays"
      unit="Dollars a night"
      hint="Empty the amount to remove a row."
    />
  )
}

/** The minimum stays of arrival days. */
export function MinimumRows({ field }: Pick<RowsProps, 'field'>) {
  return <WeekdayRows field={field} legend="Other minimum for check-in on" unit="Nights" />
}

/** The only days of check-in and check-out. */
export function ArrivalDays({ field, hint }: { field: Days; hint: string }) {
  return (
    <fieldset className="weekday-rows">
      <legend>Check-in and check-out only on</legend>
      <p className="field-hint">{hint}</p>
      <Weekdays field={field} />
    </fieldset>
  )
}
