import { periodInWords, RETENTION } from '#app/shared/retention.ts'
import { Chapter } from '#app/ui/chapters.tsx'

export const PERIODS_TITLE = 'How long it is kept'

/** The periods that the site carries out, from the table by which it does. */
export function KeptPeriods() {
  return (
    <Chapter title={PERIODS_TITLE}>
      <dl>
        {Object.values(RETENTION).map(({ name, days, after }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {periodInWords(days)} {after}
            </dd>
          </div>
        ))}
      </dl>
    </Chapter>
  )
}
