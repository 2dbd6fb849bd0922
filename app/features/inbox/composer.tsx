import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { ChangeForm, FormArea, FormText } from '#app/ui/form/change-form.tsx'
import type { GuestContact } from './conversations.ts'
import { InsertAnswer } from './insert-answer.tsx'
import type { writeToGuestChanges } from './write-to-guest.changes.server.ts'
import './composer.css'

type Props = { contact: GuestContact; formKey: string; answer: ChangeAnswer | null }

/** The anchor of the field. */
const COMPOSER = 'message'

/** Writes to the guest of a booking, which answers what waits in the stream above. */
export function Composer({ contact, formKey, answer }: Props) {
  const { conversation, email, subject, seen, saved, values } = contact
  const location = useLocation()
  const own = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (location.hash === `#${COMPOSER}`) own.current?.querySelector('textarea')?.focus()
  }, [location])
  return (
    <div className="composer" id={COMPOSER} ref={own}>
      <ChangeForm<typeof writeToGuestChanges, never, 'write'>
        intent="write"
        stored={{ subject }}
        answer={answer}
        save="Send"
        saving="Sending..."
        variant="dark"
        beside={
          <>
            <InsertAnswer saved={saved} values={values} />
            <span className="composer-to">
              Goes to {email}.{' '}
              {conversation && (
                <Link to={`/admin/inbox/${conversation}`} className="link">
                  Open in the inbox
                </Link>
              )}
            </span>
          </>
        }
      >
        {(fields) => (
          <>
            <input type="hidden" name={fields.key.name} value={formKey} />
            <input type="hidden" name={fields.seen.name} value={seen} />
            <FormArea field={fields.text} label="Your message" rows={3} required />
            <details open={fields.subject.errors !== undefined}>
              <summary>Subject: {subject}</summary>
              <FormText field={fields.subject} label="Subject" required />
            </details>
          </>
        )}
      </ChangeForm>
    </div>
  )
}
