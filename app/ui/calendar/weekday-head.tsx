import { WEEKDAYS } from '#app/shared/weekdays.ts'

/** The first row of a month, with the initials of the weekdays. */
export const WeekdayHead = () => (
  <thead>
    <tr>
      {WEEKDAYS.map((name) => (
        <th key={name} scope="col" abbr={name}>
          {name.slice(0, 1)}
        </th>
      ))}
    </tr>
  </thead>
)
