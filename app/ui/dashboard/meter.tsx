import './figures.css'
import './meter.css'

type Props = {
  figure: string
  /** How much of it is done, in words. */
  note: string
  /** The same, from 0 to 1. */
  share: number
}

/** A figure, and how much of it is done as a lit bar. */
export const Meter = ({ figure, note, share }: Props) => (
  <div className="meter">
    <p>
      <span className="figure-value">{figure}</span>
      <span>{note}</span>
    </p>
    <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width={Math.max(0, Math.min(1, share)) * 100} height={1} />
    </svg>
  </div>
)
