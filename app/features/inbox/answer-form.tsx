import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { ChangeForm, FormArea } from '#app/ui/form/change-form.tsx'
import type { Conversation, SavedAnswer } from './conversations.ts'
import type { inboxChanges } from './inbox.changes.server.ts'
import { InsertAnswer } from './insert-answer.tsx'
import './composer.css'

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
    <section aria-label={`Answer ${name}`} id="answer" className="composer">
      <ChangeForm<typeof inboxChanges, never, 'answer'>
        key={draft}
        intent="answer"
        version={version}
        stored={{ text: draft }}
        answer={answer}
        save="Send"
        saving="Sending..."
        variant="dark"
        beside={<InsertAnswer saved={saved} values={values} />}
      >
        {(fields) => (
          <>
            <input type="hidden" name={fields.key.name} value={formKey} />
            <input type="hidden" name={fields.seen.name} value={seen} />
            <FormArea field={fields.text} label="Your answer" rows={5} required />
          </>
        )}
      </ChangeForm>
    </section>
  )
}
