import type { ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { AreaField, EmailField, TextField } from '#app/ui/form/field.tsx'
import { FormError } from '#app/ui/form/form-error.tsx'
import { FormSent } from '#app/ui/form/form-sent.tsx'
import { HoneypotField } from '#app/ui/form/honeypot-field.tsx'
import { type Refused, storedReference, useFormCall } from '#app/ui/form/use-form-call.ts'
import { useToast } from '#app/ui/toast.tsx'
import { hostInquirySchema, INQUIRY_SENT, HOST_LABELS as LABELS } from './host-inquiries.ts'

const EMPTY = {
  name: '',
  email: '',
  phone: '',
  propertyLocation: '',
  bedrooms: '',
  bathrooms: '',
  maxGuests: '',
  airbnbLink: '',
  vrboLink: '',
  additionalInfo: '',
}

const COUNT = { type: 'number', inputMode: 'numeric', min: 1, step: 1, required: true } as const
const WEB = { type: 'url', inputMode: 'url', autoCapitalize: 'none', spellCheck: false } as const

type Props = {
  refused: Refused | null
  /** The thanks for what was sent before this page had its script. */
  thanks: ReactNode
}

/** The host inquiry form: the owner, the property, where it is already listed, and anything else. */
export function HostInquiryForm({ refused, thanks }: Props) {
  const toast = useToast()
  const { form, field, problem, pending, sent } = useFormCall({
    call: '/api/host-inquiry',
    schema: hostInquirySchema,
    initial: EMPTY,
    refused,
    onSent: (answer) => {
      toast.show(INQUIRY_SENT)
      return storedReference(answer)
    },
    failed: (message) => ({ title: 'Error', description: message ?? 'Failed to submit inquiry. Please try again.' }),
  })
  return (
    <form {...form} action="/host-with-us#inquiry" className="flex flex-col gap-12">
      {sent === undefined && thanks}
      <FormError problem={problem} labels={LABELS} />
      <Group legend="Contact information">
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField label={LABELS.name} {...field('name')} autoComplete="name" autoCapitalize="words" required />
          <EmailField label={LABELS.email} {...field('email')} required />
          <TextField label={LABELS.phone} {...field('phone')} type="tel" inputMode="tel" autoComplete="tel" />
        </div>
      </Group>
      <Group legend="Property details">
        <TextField
          label={LABELS.propertyLocation}
          {...field('propertyLocation')}
          hint="City and state are enough"
          autoComplete="off"
          required
        />
        <div className="grid gap-6 sm:grid-cols-3">
          <TextField label={LABELS.bedrooms} {...field('bedrooms')} {...COUNT} />
          <TextField
            label={LABELS.bathrooms}
            {...field('bathrooms')}
            type="number"
            inputMode="decimal"
            min={0}
            step={0.5}
          />
          <TextField label={LABELS.maxGuests} {...field('maxGuests')} {...COUNT} />
        </div>
      </Group>
      <Group legend="Current listings (optional)">
        <div className="grid gap-6 sm:grid-cols-2">
          <TextField label={LABELS.airbnbLink} {...field('airbnbLink')} {...WEB} />
          <TextField label={LABELS.vrboLink} {...field('vrboLink')} {...WEB} />
        </div>
      </Group>
      <AreaField
        label={LABELS.additionalInfo}
        {...field('additionalInfo')}
        hint="What guests love, when it’s available, and how we can help"
        rows={5}
      />
      <HoneypotField />
      <div>
        <Button type="submit" pending={pending} pendingText="Submitting...">
          Submit inquiry
        </Button>
      </div>
      {sent && <FormSent {...INQUIRY_SENT} reference={sent} />}
    </form>
  )
}

function Group({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="form-group">
      <legend className="heading-small">{legend}</legend>
      {children}
    </fieldset>
  )
}
