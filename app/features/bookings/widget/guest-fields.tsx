import { AreaField, EmailField, TextField } from '#app/ui/field.tsx'

type GuestErrors = Partial<Record<'guestName' | 'guestEmail' | 'guestPhone' | 'specialRequests', string>>

/** Who books. What was typed comes back in `values` when the server answers without a script. */
export function GuestFields({ values, errors }: { values: Record<string, string>; errors: GuestErrors }) {
  return (
    <div className="booking-fields">
      <TextField
        label="Name"
        name="guestName"
        autoComplete="name"
        autoCapitalize="words"
        required
        maxLength={200}
        defaultValue={values.guestName}
        error={errors.guestName}
      />
      <EmailField
        label="Email"
        name="guestEmail"
        required
        maxLength={254}
        defaultValue={values.guestEmail}
        error={errors.guestEmail}
      />
      <TextField
        label="Phone (optional)"
        name="guestPhone"
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        maxLength={40}
        defaultValue={values.guestPhone}
        error={errors.guestPhone}
      />
      <AreaField
        label="Anything we should know (optional)"
        name="specialRequests"
        rows={3}
        maxLength={2000}
        defaultValue={values.specialRequests}
        error={errors.specialRequests}
      />
    </div>
  )
}
