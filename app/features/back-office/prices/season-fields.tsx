import type { SeasonSettings } from '#app/features/pricing/price-settings.ts'
import { SelectField, TextField } from '#app/ui/field.tsx'
import type { FormFill } from '../folded-form.tsx'
import { MinimumRows, PriceRows, Weekdays } from './weekday-rows.tsx'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const NEW_ROWS = [
  { weekdays: [0, 1, 2, 3, 4], value: '' },
  { weekdays: [5, 6], value: '' },
]

/** A season; without one, the fields of a new one. */
export function SeasonFields({ season, fill }: { season: SeasonSettings | null; fill: FormFill }) {
  return (
    <>
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        hint="Guests read it in their price."
        defaultValue={fill.text('name', season?.name)}
        error={fill.error('name')}
      />
      <MonthDay name="starts" legend="First night" stored={season?.startsOn} fill={fill} />
      <MonthDay name="ends" legend="Last night" stored={season?.endsOn} fill={fill} />
      <PriceRows rates={season?.rates ?? []} fill={fill} blank={season ? undefined : NEW_ROWS} />
      <TextField
        label="Minimum stay, in nights"
        name="minimumStay"
        inputMode="numeric"
        autoComplete="off"
        required
        hint="Required. Enter 1 if guests may stay a single night."
        defaultValue={fill.text('minimumStay', season?.minimumStay)}
        error={fill.error('minimumStay')}
      />
      <MinimumRows minimums={season?.arrivalMinimums ?? []} fill={fill} />
      <ArrivalDays stored={season?.checkInDays ?? []} fill={fill} hint="None: as in the rest of the year." />
    </>
  )
}

export function ArrivalDays({ stored, fill, hint }: { stored: readonly number[]; fill: FormFill; hint: string }) {
  return (
    <fieldset className="weekday-rows">
      <legend>Check-in and check-out only on</legend>
      <p className="field-hint">{hint}</p>
      <Weekdays prefix="arrive" stored={stored} fill={fill} />
    </fieldset>
  )
}

type MonthDayProps = { name: string; legend: string; stored?: string; fill: FormFill }

/** A day of every year. */
function MonthDay({ name, legend, stored, fill }: MonthDayProps) {
  const [month, day] = stored ? stored.split('-').map(Number) : []
  const error = fill.error(`${name}Month`) ?? fill.error(`${name}Day`)
  return (
    <fieldset className="month-day">
      <legend>{legend}</legend>
      <SelectField label="Month" name={`${name}Month`} defaultValue={fill.text(`${name}Month`, month ?? 1)}>
        {MONTHS.map((words, at) => (
          <option key={words} value={at + 1}>
            {words}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Day"
        name={`${name}Day`}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={fill.text(`${name}Day`, day)}
        aria-invalid={error ? true : undefined}
      />
      {error && <p className="field-error">{error}</p>}
    </fieldset>
  )
}
