import { useRef } from 'react'
import { fillBlanks } from '#app/features/bookings/moments.ts'
import { insertAtCursor } from '#app/shared/browser/insert-at-cursor.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { ChangeForm, FormArea } from '#app/ui/form/change-form.tsx'
import type { Conversation, SavedAnswer } from './conversations.ts'
import type { inboxChanges } from './inbox.changes.server.ts'

type Props = {
  conversation: Conversation
  saved: SavedAnswer[]
  /** To begin with, such as a quote. */
  draft: string
  formKey: string
  answer: ChangeAnswer | null
}

/** Answers a person by email. */
export function AnswerForm({ conversation, saved, draft, formKey, answer }: Props) {
  const { version, seen, name, values } = conversation
  return (
    <section aria-labelledby="answer-heading" id="answer">
      <h2 id="answer-heading">Answer {name}</h2>
      <ChangeForm<typeof inboxChanges, never, 'answer'>
        key={draft}
        intent="answer"
        version={version}
        stored={{ text: draft }}
        answer={answer}
        save="Send"
        saving="Sending..."
      >
        {(fields) => (
          <>
            <input type="hidden" name={fields.key.name} value={formKey} />
            <input type="hidden" name={fields.seen.name} value={seen} />
            <Insertable saved={saved} values={values}>
              <FormArea field={fields.text} label="Your answer" rows={10} required />
            </Insertable>
          </>
        )}
      </ChangeForm>
    </section>
  )
}

type InsertableProps = { saved: SavedAnswer[]; values: Conversation['values']; children: React.ReactNode }

/** The field, and the saved answers to put into it, with the values of the person's stay. */
export function Insertable({ saved, values, children }: InsertableProps) {
  const group = useRef<HTMLDivElement>(null)
  const present = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  const insert = (body: string) => {
    const area = group.current?.querySelector('textarea')
    if (!area) return
    const { value, selectionStart: from, selectionEnd: to } = area
    // As paragraphs of their own.
    const above = from > 0 && !value.slice(0, from).endsWith('\n\n') ? '\n\n' : ''
    const below = to < value.length && !value.slice(to).startsWith('\n\n') ? '\n\n' : ''
    insertAtCursor(area, `${above}${fillBlanks(body, present)}${below}`)
  }
  return (
    <div ref={group} className="grid w-full grid-cols-1 gap-3">
      {children}
      {saved.length > 0 && (
        <ul className="insert-buttons max-w-176 needs-script" aria-label="Saved answers">
          {saved.map(({ id, title, body }) => (
            <li key={id}>
              <button type="button" title={body} onClick={() => insert(body)}>
                {title}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
