import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { AreaField, EmailField, TextField } from '#app/ui/form/field.tsx'
import { useFocusFirstInvalid } from '#app/ui/form/use-focus-first-invalid.ts'
import type { BookingRefused } from './use-chosen-stay.ts'

type Errors = Partial<Record<'guestName' | 'guestEmail' | 'guestPhone' | 'specialRequests', string>>

const CHECK = 'Please check the highlighted fields.'

/** The fields that the browser can check; the server checks all. */
const MESSAGES: Errors = { guestName: 'Please enter your name', guestEmail: 'Please enter a valid email address' }

const isValid = (form: HTMLFormElement, name: string) =>
  (form.elements.namedItem(name) as HTMLInputElement).validity.valid

const errorsIn = (form: HTMLFormElement): Errors =>
  Object.fromEntries(Object.entries(MESSAGES).filter(([name]) => !isValid(form, name)))

/** The errors of the guest's fields, from the server or from here. From the first press on, a change checks its field. */
export function useGuestErrors(form: RefObject<HTMLFormElement | null>, refused: BookingRefused | null) {
  const [found, setFound] = useState<{ errors: Errors; after: BookingRefused | null } | null>(null)
  const isChecked = useRef(refused !== null)
  const own = found?.after === refused ? found : null
  const errors: Errors = own?.errors ?? refused?.fields ?? {}
  useFocusFirstInvalid(form, refused)

  /** Whether the fields are valid; otherwise the first invalid one gets the focus. */
  const check = (sender: HTMLFormElement): boolean => {
    isChecked.current = true
    const now = errorsIn(sender)
    flushSync(() => setFound({ errors: now, after: refused }))
    sender.querySelector<HTMLElement>('[aria-invalid]')?.focus()
    return Object.keys(now).length === 0
  }
  const onChange = ({ currentTarget, target }: FormEvent<HTMLFormElement>) => {
    const { name } = target as HTMLInputElement
    if (!isChecked.current || !(name in errors)) return
    setFound({ errors: { ...errors, [name]: errorsIn(currentTarget)[name as keyof Errors] }, after: refused })
  }
  const isInvalid = Object.values(errors).some(Boolean)
  return { errors, check, onChange, message: own && isInvalid ? CHECK : null }
}

/** `values` restores what was typed when the server answers without JavaScript. */
export function GuestFields({ values, errors }: { values: Record<string, string>; errors: Errors }) {
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
      <details className="booking-fold" open={values.specialRequests || errors.specialRequests ? true : undefined}>
        <summary>Special requests (optional)</summary>
        <AreaField
          label={<span className="sr-only">Special requests</span>}
          name="specialRequests"
          rows={3}
          maxLength={2000}
          defaultValue={values.specialRequests}
          error={errors.specialRequests}
        />
      </details>
    </div>
  )
}
