import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { ChangeForm, FormText } from '#app/ui/form/change-form.tsx'
import { FoldedForm } from '#app/ui/form/folded-form.tsx'
import type { ManagedStay } from '../managed-stay.ts'
import { FOLDS } from '../stay-folds.ts'
import type { bookingChanges } from './booking.changes.server.ts'

type Props = { stay: ManagedStay; formKey: string; answer: ChangeAnswer | null }

/** The form that corrects the guest's details, and sends failed emails again. */
export function CorrectGuest({ stay, formKey, answer }: Props) {
  const { guest, guestVersion } = stay
  const again = resendWords(stay)
  return (
    <FoldedForm target={FOLDS.guest} summary="Correct name, email, or phone" isOpen={answer?.intent === 'guest'}>
      <ChangeForm<typeof bookingChanges>
        intent="guest"
        version={guestVersion}
        stored={{
          guestName: guest.name,
          guestEmail: guest.email,
          guestPhone: guest.phone,
          resend: again?.isNeeded ? 'yes' : null,
        }}
        answer={answer}
        save="Save the guest’s details"
        variant="outline"
      >
        {(fields) => (
          <>
            <input type="hidden" name={fields.key.name} value={formKey} />
            <FormText field={fields.guestName} required label="Name" />
            <FormText field={fields.guestEmail} type="email" label="Email" hint="Every email from now on goes here." />
            <FormText field={fields.guestPhone} type="tel" label="Phone" />
            {again && (
              <label className="admin-tick">
                <input
                  type="checkbox"
                  name={fields.resend.name}
                  value="yes"
                  defaultChecked={fields.resend.initialValue === 'yes'}
                />{' '}
                {again.label}
              </label>
            )}
          </>
        )}
      </ChangeForm>
    </FoldedForm>
  )
}

/** The emails that can be sent again, in words; null if there are none. */
function resendWords({ mails, guest, status }: ManagedStay): { label: string; isNeeded: boolean } | null {
  const failed = mails.some((mail) => mail.to === guest.email && ['refused', 'given-up'].includes(mail.status))
  if (failed) return { label: 'Send the emails that didn’t arrive again, to this address', isNeeded: true }
  if (status === 'confirmed') return { label: 'Email the confirmation again, to this address', isNeeded: false }
  return status === 'pending' ? { label: 'Email what was requested again, to this address', isNeeded: false } : null
}
