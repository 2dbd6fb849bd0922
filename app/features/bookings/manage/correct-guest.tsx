import { Form } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { EmailField, TextField } from '#app/ui/field.tsx'
import type { ManagedStay } from './booking-page.ts'
import type { Refused } from './manage-booking.ts'

type Props = { stay: ManagedStay; formKey: string; refused: Refused; pending: boolean }

/** The form that corrects who the guest is, and sends again what did not arrive. */
export function CorrectGuest({ stay, formKey, refused, pending }: Props) {
  const { guest, guestVersion } = stay
  const isOpen = refused?.values.intent === 'guest'
  const { fields, values } = isOpen ? refused : { fields: {} as Record<string, string>, values: {} }
  const again = resendWords(stay)
  return (
    <details className="admin-sheet" open={isOpen}>
      <summary>Correct name, email, or phone</summary>
      {/* What is stored is shown anew once it has changed. */}
      <Form key={isOpen ? 'typed' : guestVersion} method="post" preventScrollReset className="admin-form">
        <input type="hidden" name="intent" value="guest" />
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="version" value={guestVersion} />
        <TextField
          name="guestName"
          autoComplete="off"
          required
          label="Name"
          defaultValue={values.guestName ?? guest.name}
          error={fields.guestName}
        />
        <EmailField
          name="guestEmail"
          autoComplete="off"
          label="Email"
          hint="Every email from now on goes here."
          defaultValue={values.guestEmail ?? guest.email}
          error={fields.guestEmail}
        />
        <TextField
          name="guestPhone"
          type="tel"
          autoComplete="off"
          label="Phone"
          defaultValue={values.guestPhone ?? guest.phone ?? ''}
          error={fields.guestPhone}
        />
        {again && (
          <label className="admin-tick">
            <input
              type="checkbox"
              name="resend"
              value="yes"
              defaultChecked={isOpen ? values.resend === 'yes' : again.isNeeded}
            />{' '}
            {again.label}
          </label>
        )}
        <Button type="submit" variant="outline" pending={pending} pendingText="Saving...">
          Save the guest’s details
        </Button>
      </Form>
    </details>
  )
}

/** What can be sent again, in words; null if there is nothing. */
function resendWords({ mails, guest, status }: ManagedStay): { label: string; isNeeded: boolean } | null {
  const failed = mails.some((mail) => mail.to === guest.email && ['refused', 'given-up'].includes(mail.status))
  if (failed) return { label: 'Send the emails that didn’t arrive again, to this address', isNeeded: true }
  if (status === 'confirmed') return { label: 'Email the confirmation again, to this address', isNeeded: false }
  return status === 'pending' ? { label: 'Email what was requested again, to this address', isNeeded: false } : null
}
