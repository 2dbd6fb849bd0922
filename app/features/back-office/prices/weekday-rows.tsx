import type { WeekdayMinimum, WeekdayPrice } from '#app/features/pricing/price-settings.ts'
import type { Cents } from '#app/shared/money.ts'
import { WEEKDAYS } from '#app/shared/weekdays.ts'
import type { FormFill } from '../folded-form.tsx'

/** Cents as they are typed: `590`, `590.50`. */
export const typedAmount = (cents: Cents | null) => {
  if (cents === null) return ''
  return cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2)
}

/** The seven days as buttons that stay pressed, named `<prefix>-day0` and so on. */
export function Weekdays({ prefix, stored, fill }: { prefix: string; stored: readonly number[]; fill: FormFill }) {
  return (
    <div className="weekdays">
      {WEEKDAYS.map((name, day) => (
        <label key={name}>
          <input
            type="checkbox"
            name={`${prefix}-day${day}`}
            value="on"
            defaultChecked={fill.isChecked(`${prefix}-day${day}`, stored.includes(day))}
          />
          <span>
            {name.slice(0, 2)}
            <span className="sr-only">{name.slice(2)}</span>
          </span>
        </label>
      ))}
    </div>
  )
}

type Row = { weekdays: readonly number[]; value: string }
type RowsProps = { prefix: string; legend: string; unit: string; hint?: string; rows: Row[]; fill: FormFill }

/** Rows of weekdays with a value each. A row whose value is emptied goes away. */
export function WeekdayRows({ prefix, legend, unit, hint, rows, fill }: RowsProps) {
  return (
    <fieldset className="weekday-rows">
      <legend>{legend}</legend>
      {hint && <p className="field-hint">{hint}</p>}
      {rows.map(({ weekdays, value }, at) => {
        const name = `${prefix}${at}`
        const error = fill.error(name)
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are named by their place
          <fieldset key={at} className="weekday-row">
            <legend className="sr-only">{value ? `Row ${at + 1}` : 'Another row'}</legend>
            <Weekdays prefix={name} stored={weekdays} fill={fill} />
            <label className="weekday-value">
              <span>{unit}</span>
              <input
                className="field-control"
                name={name}
                inputMode="decimal"
                autoComplete="off"
                defaultValue={fill.text(name, value)}
                aria-invalid={error ? true : undefined}
                aria-describedby={error && `${prefix}-${at}-error`}
              />
            </label>
            {error && (
              <p id={`${prefix}-${at}-error`} className="field-error">
                {error}
              </p>
            )}
          </fieldset>
        )
      })}
    </fieldset>
  )
}

const NO_ROW: Row = { weekdays: [], value: '' }

/** The prices of weekdays, and a free row. `blank` are the rows of something new. */
export function PriceRows({ rates, fill, blank }: { rates: readonly WeekdayPrice[]; fill: FormFill; blank?: Row[] }) {
  const now = rates.filter(({ from }) => from === null)
  const rows = now.map(({ weekdays, price }) => ({ weekdays, value: typedAmount(price) }))
  return (
    <WeekdayRows
      prefix="rate"
      legend="Prices of weekdays"
      unit="Dollars a night"
      hint="Empty the amount to remove a row."
      rows={[...rows, ...(blank ?? [NO_ROW])]}
      fill={fill}
    />
  )
}

/** The minimum stays of arrival days, and a free row. */
export function MinimumRows({ minimums, fill }: { minimums: readonly WeekdayMinimum[]; fill: FormFill }) {
  const rows = minimums.map(({ weekdays, minimumStay }) => ({ weekdays, value: String(minimumStay) }))
  return (
    <WeekdayRows
      prefix="min"
      legend="Other minimum for check-in on"
      unit="Nights"
      rows={[...rows, NO_ROW]}
      fill={fill}
    />
  )
}
