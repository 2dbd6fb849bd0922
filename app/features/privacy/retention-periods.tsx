import { periodInWords, RETENTION } from '#app/shared/retention.ts'
import { Section } from '#app/ui/sections.tsx'

export const PERIODS_TITLE = 'How long we keep it'

/** The retention periods, from the table that the cleanup job uses. */
export function RetentionPeriods() {
  return (
    <Section title={PERIODS_TITLE}>
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
    </Section>
  )
}
