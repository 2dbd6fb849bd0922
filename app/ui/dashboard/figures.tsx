import './figures.css'

type Figure = {
  label: string
  value: string
  /** What it is compared with, or made of. */
  note?: string
  tone?: 'good' | 'bad'
}

/** A few figures that stand out, side by side as far as there is room. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="figures">
      {figures.map(({ label, value, note, tone }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className="figure-value">{value}</span>
            {note && <span data-tone={tone}>{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
