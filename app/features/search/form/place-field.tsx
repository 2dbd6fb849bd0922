import type { ChangeEvent } from 'react'

type Props = {
  places: string[]
  value: string
  onChange?: (event: ChangeEvent<HTMLSelectElement>) => void
}

/** The place to search. A place in the address that is not offered stays a choice. */
export function PlaceField({ places, value, onChange }: Props) {
  const choices = value && !places.includes(value) ? [value, ...places] : places
  return (
    <label className="stay-field stay-where">
      <span className="stay-field-label">Where</span>
      <select
        className="stay-field-value"
        name="location"
        {...(onChange ? { value, onChange } : { defaultValue: value })}
      >
        <option value="">Anywhere</option>
        {choices.map((place) => (
          <option key={place}>{place}</option>
        ))}
      </select>
    </label>
  )
}
