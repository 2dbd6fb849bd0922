import { Link } from 'react-router'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { ChangeForm, FormArea, FormText } from '#app/ui/form/change-form.tsx'
import { Insertable } from './answer-form.tsx'
import type { GuestContact } from './conversations.ts'
import type { writeToGuestChanges } from './write-to-guest.changes.server.ts'

type Props = { contact: GuestContact; mayWrite: boolean; formKey: string; answer: ChangeAnswer | null }

/** Begins a conversation with the guest of a booking, or leads to it. */
export function WriteToGuest({ contact, mayWrite, formKey, answer }: Props) {
  const { conversation, subject, saved, values } = contact
  return (
    <section className="admin-panel" aria-labelledby="write-heading">
      <h2 id="write-heading">Write to the guest</h2>
      {conversation && (
        <p>
          <Link to={`/admin/inbox/${conversation}`} className="admin-row-link">
            What was written so far
          </Link>
        </p>
      )}
      {mayWrite && (
        <ChangeForm<typeof writeToGuestChanges, never, 'write'>
          intent="write"
          summary="New message"
          stored={{ subject }}
          answer={answer}
          save="Send"
          saving="Sending..."
        >
          {(fields) => (
            <>
              <input type="hidden" name={fields.key.name} value={formKey} />
              <FormText field={fields.subject} label="Subject" required />
              <Insertable saved={saved} values={values}>
                <FormArea field={fields.text} label="Your message" rows={8} required />
              </Insertable>
            </>
          )}
        </ChangeForm>
      )}
    </section>
  )
}
