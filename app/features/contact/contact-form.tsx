import { type ReactNode, useState } from 'react'
import { formatDate } from '#app/shared/dates.ts'
import { Button } from '#app/ui/button.tsx'
import { AreaField, EmailField, SelectField, TextField } from '#app/ui/form/field.tsx'
import { FormError } from '#app/ui/form/form-error.tsx'
import { FormSent } from '#app/ui/form/form-sent.tsx'
import { HoneypotField } from '#app/ui/form/honeypot-field.tsx'
import { type Refused, storedReference, useFormCall } from '#app/ui/form/use-form-call.ts'
import { useToast } from '#app/ui/toast.tsx'
import {
  CONTACT_SENT,
  type ContactAbout,
  type ContactProperty,
  contactSchema,
  CONTACT_LABELS as LABELS,
  NO_PROPERTY,
} from './contact.ts'

type Props = {
  properties: ContactProperty[]
  about: ContactAbout
  /** The token of the booking that the form was opened from. */
  reference: string | null
  refused: Refused | null
  /** The thanks for a form that was sent before this page had its script. */
  thanks: ReactNode
}

const NO_STAY = { checkIn: '', checkOut: '', stayToken: '' }

/** The contact form. Its message refers to the property and dates it was opened from. */
export function ContactForm({ properties, about, reference, refused, thanks }: Props) {
  const { propertyId, ...opened } = about
  const toast = useToast()
  const [stay, setStay] = useState(refused ? { ...NO_STAY, ...stayIn(refused.values) } : opened)
  const { form, field, problem, pending, sent } = useFormCall({
    call: '/api/contact',
    schema: contactSchema,
    initial: { name: '', email: '', propertyId, message: '' },
    beside: stay,
    refused,
    onSent: (answer) => {
      toast.show(CONTACT_SENT)
      return storedReference(answer)
    },
    failed: (message) => ({ title: 'Error sending message', description: message ?? 'Please try again later.' }),
  })
  return (
    <form {...form} action="/contact" className="flex flex-col gap-6">
      {sent === undefined && thanks}
      <FormError problem={problem} labels={LABELS} />
      {stay.checkIn && <StayLine stay={stay} reference={reference} onDrop={() => setStay(NO_STAY)} />}
      <div className="grid gap-6 sm:grid-cols-2">
        <TextField label={LABELS.name} {...field('name')} autoComplete="name" autoCapitalize="words" required />
        <EmailField label={LABELS.email} {...field('email')} required />
      </div>
      {properties.length > 0 && (
        <SelectField label={LABELS.propertyId} {...field('propertyId')}>
          <option value={NO_PROPERTY}>None</option>
          {properties.map((property) => (
            <option key={property.slug} value={property.slug}>
              {property.label}
            </option>
          ))}
        </SelectField>
      )}
      <AreaField label={LABELS.message} {...field('message')} rows={6} required />
      <HoneypotField />
      <div>
        <Button type="submit" pending={pending} pendingText="Sending...">
          Send message
        </Button>
      </div>
      {sent && <FormSent {...CONTACT_SENT} reference={sent} />}
    </form>
  )
}

function stayIn({ checkIn = '', checkOut = '', stayToken = '' }: Record<string, string>) {
  return { checkIn, checkOut, stayToken }
}

type Stay = typeof NO_STAY

/** The dates that the message refers to, in hidden fields, with a way to remove them. */
function StayLine({ stay, reference, onDrop }: { stay: Stay; reference: string | null; onDrop: () => void }) {
  const from = formatDate(stay.checkIn, 'long')
  const to = formatDate(stay.checkOut, 'long')
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-y border-border py-3">
      <p>
        {reference ? `About booking ${reference}: ` : 'About your stay: '}
        {from} to {to}
      </p>
      <Button variant="quiet" className="needs-script -mx-3" onClick={onDrop}>
        Remove dates
      </Button>
      {Object.entries(stay).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </div>
  )
}
