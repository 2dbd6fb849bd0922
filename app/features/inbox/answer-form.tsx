import { useEffect, useRef } from 'react'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { ChangeForm, FormArea } from '#app/ui/form/change-form.tsx'
import type { Conversation, SavedAnswer } from './conversations.ts'
import type { inboxChanges } from './inbox.changes.server.ts'
import { InsertAnswer } from './insert-answer.tsx'
import { insertParagraphs } from './insert-paragraphs.ts'
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
  const { id, version, seen, name, values } = conversation
  const own = useRef<HTMLElement>(null)
  // Without a script the field begins with it. Later ones come after what is typed.
  useEffect(() => {
    const area = own.current?.querySelector('textarea')
    if (!area || area.value.includes(draft)) return
    area.setSelectionRange(area.value.length, area.value.length)
    insertParagraphs(area, draft)
  }, [draft])
  return (
    <section ref={own} aria-label={`Answer ${name}`} id="answer" className="composer">
      <ChangeForm<typeof inboxChanges, never, 'answer'>
        key={id}
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
