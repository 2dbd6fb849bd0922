import { useEffect, useRef } from 'react'
import { Form, Link } from 'react-router'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/dashboard/card.tsx'
import { ChangeForm, FormArea, FormText } from '#app/ui/form/change-form.tsx'
import { TextField } from '#app/ui/form/field.tsx'
import type { Conversation, SavedAnswer } from './conversations.ts'
import { InsertAnswer } from './insert-answer.tsx'
import type { newMessageChanges } from './new-message.changes.server.ts'
import { FIND, pathOfRecipient, type Recipient } from './recipients.ts'
import './composer.css'

type FindProps = { typed: string; found: Recipient[] }

/** Searches for somebody to write to. Choosing one keeps what is typed below. */
export const FindRecipient = ({ typed, found }: FindProps) => (
  <Card title="To a guest">
    <Form key={typed} className="admin-filter" preventScrollReset replace>
      <TextField label="Name, email, phone, or reference" name={FIND} type="search" defaultValue={typed} />
      <Button type="submit" variant="outline">
        Find
      </Button>
    </Form>
    {typed !== '' && found.length === 0 && <p role="status">Nobody matches “{typed}”. Type their address below.</p>}
    {found.length > 0 && (
      <ul className="admin-list" aria-label="Guests">
        {found.map((recipient) => (
          <li key={recipient.email}>
            <Link to={pathOfRecipient(recipient, typed)} preventScrollReset replace className="admin-row-link">
              {recipient.name}
            </Link>
            <span className="admin-detail">
              {recipient.email} · {recipient.about}
            </span>
          </li>
        ))}
      </ul>
    )}
  </Card>
)

type Chosen = { email: string; subject: string; values: Conversation['values'] }
type Props = { chosen: Chosen; saved: SavedAnswer[]; formKey: string; answer: ChangeAnswer | null }

/** The message. A recipient that is chosen later fills its address, and its subject while that is empty. */
export function NewMessage({ chosen, saved, formKey, answer }: Props) {
  const { email, subject, values } = chosen
  const own = useRef<HTMLDivElement>(null)
  const filled = useRef('')
  useEffect(() => {
    const field = (name: string) => own.current?.querySelector<HTMLInputElement>(`input[name="${name}"]`)
    const [to, about] = [field('to'), field('subject')]
    if (!to || !about || email === '') return
    to.value = email
    if (about.value === '' || about.value === filled.current) about.value = subject
    filled.current = subject
    ;(about.value === '' ? about : own.current?.querySelector('textarea'))?.focus({ preventScroll: true })
  }, [email, subject])
  return (
    <div ref={own}>
      <Card title="Message">
        <ChangeForm<typeof newMessageChanges>
          intent="start"
          stored={{ to: email, subject }}
          answer={answer}
          save="Send"
          saving="Sending..."
          variant="dark"
          beside={<InsertAnswer saved={saved} values={values} />}
        >
          {(fields) => (
            <>
              <input type="hidden" name={fields.key.name} value={formKey} />
              <FormText field={fields.to} label="To" type="email" autoCapitalize="none" required />
              <FormText field={fields.subject} label="Subject" required />
              <FormArea field={fields.text} label="Your message" rows={8} required />
            </>
          )}
        </ChangeForm>
      </Card>
    </div>
  )
}
