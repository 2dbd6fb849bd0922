import './steps.css'

type Step = {
  label: string
  /** A day, an amount, or the time that is left. */
  detail?: string
  /** Everything before the present step is done. */
  state: 'past' | 'present' | 'future'
  tone?: 'bad'
}

/** What something goes through, from its beginning to its end. `label` says of what. */
export function Steps({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <ol className="steps" aria-label={label}>
      {steps.map(({ label, detail, state, tone }) => (
        <li key={`${label} ${detail}`} data-state={state} aria-current={state === 'present' ? 'step' : undefined}>
          <span className="step-label">{label}</span>
          {detail && (
            <span className="step-detail" data-tone={tone}>
              {detail}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
