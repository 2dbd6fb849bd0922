import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { ChangeForm } from '#app/ui/form/change-form.tsx'
import { FoldedForm } from '#app/ui/form/folded-form.tsx'
import type { ManagedStay } from '../managed-stay.ts'
import { FOLDS } from '../stay-folds.ts'
import type { bookingChanges } from './booking.changes.server.ts'

type Props = { stay: ManagedStay; formKey: string; answer: ChangeAnswer | null }

/** Replaces the secret link to the guest's page, for when it came into the wrong hands. */
export function RenewGuestLink({ stay: { guest }, formKey, answer }: Props) {
  return (
    <FoldedForm target={FOLDS.guestLink} summary="Replace the guest’s link" isOpen={answer?.intent === 'renew-link'}>
      <ChangeForm<typeof bookingChanges>
        intent="renew-link"
        answer={answer}
        save="Replace the link"
        saving="Replacing..."
        variant="outline"
      >
        {(fields) => (
          <>
            <input type="hidden" name={fields.key.name} value={formKey} />
            <p>
              Anyone with the link to the guest’s page can see the door code and cancel the stay. The old link stops
              working at once, and says that it was replaced.{' '}
              {guest.email
                ? `The new one is emailed to ${guest.email}.`
                : `${guest.name} has no email address: pass the new one on yourself.`}
            </p>
          </>
        )}
      </ChangeForm>
    </FoldedForm>
  )
}
