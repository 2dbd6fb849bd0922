import { type InputEvent, useId, useState } from 'react'
import { IconButton } from '../icon-button.tsx'

type StepperProps = {
  label: string
  /** The singular for the buttons: `an adult`. */
  one: string
  hint?: string
  name?: string
  value: number
  min?: number
  max?: number
  /** Why the number cannot be lower. */
  atLeast?: string
  onChange: (value: number) => void
}

/** A number between two bounds. It is a real input: it supports arrow keys and typing, and posts without a script. */
export function Stepper(props: StepperProps) {
  const { label, one, hint, name, value, min = 0, max = 99, onChange } = props
  const kind = label.toLowerCase()
  const { atLeast = `No ${kind} so far.` } = props
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [announcement, setAnnouncement] = useState('')
  /** A press without effect shows why. */
  const [isAtLimit, setAtLimit] = useState(false)

  const step = (by: number) => {
    const next = Math.min(max, Math.max(min, value + by))
    setAtLimit(next === value)
    setAnnouncement(`${label}: ${next}`)
    if (next === value) setAnnouncement(by < 0 ? atLeast : `Up to ${max} ${kind}.`)
    else onChange(next)
  }
  const type = (event: InputEvent<HTMLInputElement>) => {
    const text = event.currentTarget.value
    setTyped(text)
    const count = Number(text)
    if (text !== '' && Number.isInteger(count) && count >= min && count <= max) onChange(count)
  }
  const leave = () => {
    const count = Math.trunc(Number(typed))
    if (typed && Number.isFinite(count)) onChange(Math.min(max, Math.max(min, count)))
    setTyped(null)
  }

  return (
    <div className="stepper">
      <label htmlFor={id}>
        <span className="stepper-label">{label}</span>
        {hint && <span className="stepper-hint">{hint}</span>}
      </label>
      <div className="stepper-controls">
        <StepperButton label={`Remove ${one}`} off={value <= min} onPress={() => step(-1)} path="M2 8h12" />
        <input
          id={id}
          className="stepper-number"
          type="number"
          inputMode="numeric"
          name={name}
          min={min}
          max={max}
          step={1}
          value={typed ?? value}
          onInput={type}
          onBlur={leave}
        />
        <StepperButton label={`Add ${one}`} off={value >= max} onPress={() => step(1)} path="M2 8h12M8 2v12" />
      </div>
      <span className={isAtLimit ? 'stepper-hint' : 'sr-only'} aria-live="polite">
        {announcement}
      </span>
    </div>
  )
}

/** `aria-disabled` instead of `disabled`: a disabled button under the finger would lose the focus. */
function StepperButton(props: { label: string; off: boolean; onPress: () => void; path: string }) {
  return (
    <IconButton
      className="stepper-button"
      label={props.label}
      path={props.path}
      aria-disabled={props.off || undefined}
      onClick={props.onPress}
    />
  )
}
