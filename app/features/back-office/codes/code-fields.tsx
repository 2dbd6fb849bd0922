import { SelectField, TextField } from '#app/ui/field.tsx'
import type { FormFill } from '../folded-form.tsx'
import type { ShownCode } from './codes.ts'

type Props = { code: ShownCode | null; homes: { slug: string; name: string }[]; fill: FormFill }

/** The terms of a code; without one, the fields of a new one. */
export function CodeFields({ code, homes, fill }: Props) {
  const field = (name: string, label: string, stored?: string | number | null) => ({
    ...{ name, label, autoComplete: 'off', defaultValue: fill.text(name, stored), error: fill.error(name) },
  })
  return (
    <>
      {!code && (
        <TextField
          {...field('code', 'Code')}
          autoCapitalize="characters"
          hint="What guests type, such as SNOW10. A name can’t be used again."
        />
      )}
      <TextField {...field('off', 'Discount on the nights', code?.typedOff)} hint="Such as 10%, or 50 for dollars." />
      <SelectField
        label="Home"
        name="property"
        defaultValue={fill.text('property', code?.propertySlug)}
        error={fill.error('property')}
      >
        <option value="">Every home</option>
        {homes.map(({ slug, name }) => (
          <option key={slug} value={slug}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="code-pair">
        <TextField {...field('from', 'Booked from', code?.bookFrom)} type="date" />
        <TextField {...field('until', 'Booked until', code?.bookUntil)} type="date" />
        <TextField {...field('stayFrom', 'First night', code?.stayFrom)} type="date" />
        <TextField {...field('stayUntil', 'Last night', code?.stayUntil)} type="date" />
        <TextField
          {...field('nights', 'Minimum nights', code && code.minimumNights > 1 ? code.minimumNights : null)}
          inputMode="numeric"
        />
        <TextField {...field('uses', 'How many bookings may use it', code?.useLimit)} inputMode="numeric" />
      </div>
      <p className="field-hint">An empty field sets no limit. Declined, canceled, and expired bookings don’t count.</p>
    </>
  )
}
