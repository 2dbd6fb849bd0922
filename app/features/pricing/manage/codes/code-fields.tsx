import { type FieldsOf, FormNumber, FormSelect, FormText } from '#app/ui/form/change-form.tsx'
import type { codeChanges } from './code.changes.server.ts'
import type { ShownCode } from './codes.ts'

/** A code as its form shows it. */
export const storedCode = (code: ShownCode) => ({
  off: code.typedOff,
  property: code.propertySlug,
  from: code.bookFrom,
  until: code.bookUntil,
  stayFrom: code.stayFrom,
  stayUntil: code.stayUntil,
  nights: code.minimumNights > 1 ? code.minimumNights : null,
  uses: code.useLimit,
})

type Props = {
  isNew: boolean
  homes: { slug: string; name: string }[]
  fields: FieldsOf<typeof codeChanges, 'code'>
}

/** The terms of a code; a new one also gets its name. */
export function CodeFields({ isNew, homes: properties, fields }: Props) {
  return (
    <>
      {isNew && (
        <FormText
          field={fields.code}
          label="Code"
          autoCapitalize="characters"
          hint="What guests type, such as SNOW10. A name can’t be used again."
        />
      )}
      <FormText field={fields.off} label="Discount on the nights" hint="Such as 10%, or 50 for dollars." />
      <FormSelect
        field={fields.property}
        label="Home"
        none="Every home"
        options={properties.map(({ slug, name }) => [slug, name] as const)}
      />
      <div className="code-pair">
        <FormText field={fields.from} label="Booked from" type="date" />
        <FormText field={fields.until} label="Booked until" type="date" />
        <FormText field={fields.stayFrom} label="First night" type="date" />
        <FormText field={fields.stayUntil} label="Last night" type="date" />
        <FormNumber field={fields.nights} label="Minimum nights" />
        <FormNumber field={fields.uses} label="How many bookings may use it" />
      </div>
      <p className="field-hint">An empty field sets no limit. Declined, canceled, and expired bookings don’t count.</p>
    </>
  )
}
