type Props = {
  legend: string
  name: string
  chosen: string
  error?: string
  children: { value: string; label: string }[]
}

/** One of a few, as radio buttons. */
export function Choice({ legend, name, chosen, error, children }: Props) {
  return (
    <fieldset className="admin-choice" aria-describedby={error && `${name}-error`}>
      <legend>{legend}</legend>
      {children.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name={name} value={value} defaultChecked={value === chosen} /> <span>{label}</span>
        </label>
      ))}
      {error && (
        <p id={`${name}-error`} className="field-error">
          {error}
        </p>
      )}
    </fieldset>
  )
}
