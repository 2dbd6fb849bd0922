import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { Button } from '#app/ui/button.tsx'
import { ChangeForm, FormArea } from '#app/ui/form/change-form.tsx'
import type { Conversation, SavedAnswer } from './conversations.ts'
import type { inboxChanges } from './inbox.changes.server.ts'
import { InsertAnswer } from './insert-answer.tsx'
import { insertParagraphs } from './insert-paragraphs.ts'
import './composer.css'

type Props = {
  conversation: Conversation
  saved: SavedAnswer[]
  /** To begin with, such as a quote. `hold`: the id of an offer in it whose nights can be held. */
  draft: { text: string; hold: string | null }
  formKey: string
  answer: ChangeAnswer | null
}

/** Sends the answer, and holds the nights of the offer in it until it expires. */
function HoldAndSend({ offer }: { offer: string }) {
  const isSending = useNavigation().formData?.has('hold') ?? false
  return (
    <Button type="submit" variant="ember" name="hold" value={offer} pending={isSending} pendingText="Holding...">
      Hold and send
    </Button>
  )
}

/** Answers a person by email. */
export function AnswerForm({ conversation, saved, draft: { text: draft, hold }, formKey, answer }: Props) {
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
        beside={
          <>
            {hold && <HoldAndSend offer={hold} />}
            <InsertAnswer saved={saved} values={values} />
          </>
        }
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
