import { TextField } from '#app/ui/form/field.tsx'

type PillsProps<Key extends string> = {
  legend: string
  name: string
  options: Record<Key, string>
  chosen: Key
  onChoose: (key: Key) => void
}

/** A choice of few words, as radio buttons side by side. */
export function Pills<Key extends string>({ legend, name, options, chosen, onChoose }: PillsProps<Key>) {
  return (
    <fieldset className="sheet-pills">
      <legend className="sr-only">{legend}</legend>
      {(Object.entries(options) as [Key, string][]).map(([key, text]) => (
        <label key={key}>
          <input type="radio" name={name} value={key} checked={key === chosen} onChange={() => onChoose(key)} />
          {text}
        </label>
      ))}
    </fieldset>
  )
}

/** Without script, the page says what will happen after this. */
export function Continue({ text }: { text: string }) {
  return (
    <noscript>
      <button type="submit" formMethod="get" className="button button-outline w-full">
        {text}
      </button>
    </noscript>
  )
}

type TextProps = {
  summary: string
  label: string
  hint: string
  name: string
  maxLength: number
  value: string
  onChange: (value: string) => void
}

/** A text that is seldom added. */
export function FoldedText({ summary, onChange, ...field }: TextProps) {
  return (
    <details>
      <summary>{summary}</summary>
      <TextField {...field} autoComplete="off" onChange={({ target }) => onChange(target.value)} />
    </details>
  )
}
