import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/form/field.tsx'
import { type Period, periodQuery, periodWords } from './periods.ts'

type Props = { label: string; name: string; period: Period; periods: readonly Period[] }

/** The choice of a period. One that is shown without being in the list comes first. */
export function PeriodSelect({ label, name, period, periods }: Props) {
  const isListed = periods.some(({ from }) => from === period.from)
  return (
    <SelectField label={label} name={name} defaultValue={periodQuery(period)}>
      {(isListed ? periods : [period, ...periods]).map((one) => (
        <option key={one.from} value={periodQuery(one)}>
          {periodWords(one)}
        </option>
      ))}
    </SelectField>
  )
}

type MonthProps = { month: Period; months: readonly Period[]; className: string }

/** Shows another month of a page. */
export const MonthForm = ({ month, months, className }: MonthProps) => (
  <Form key={month.from} className={className}>
    <PeriodSelect label="Month" name="month" period={month} periods={months} />
    <Button type="submit" variant="outline">
      Show
    </Button>
  </Form>
)
