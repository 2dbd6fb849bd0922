import { useRef, useState } from 'react'
import {
  fillPlaceholders,
  isMailMoment,
  missingValues,
  PLACEHOLDERS,
  type PlaceholderValues,
} from '#app/features/bookings/moments.ts'
import { insertAtCursor } from '#app/shared/browser/insert-at-cursor.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { Actions } from '#app/ui/dashboard/actions.tsx'
import { Card } from '#app/ui/dashboard/card.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import type { EditedMessage, Sample } from './managed-messages.ts'
import { MESSAGE_FIELDS, paragraphFields } from './message-fields.ts'
import type { messageTextsChanges } from './message-texts.changes.server.ts'

type Props = { message: EditedMessage; isOfProperty: boolean; sample: Sample | null; answer: ChangeAnswer | null }

/** The text of a moment, with its switch, the placeholders, and how it reads for a real stay. */
export function MessageForm({ message, isOfProperty, sample, answer }: Props) {
  const { moment, label, when, subject, body, isOn, isOwn } = message
  const [typed, setTyped] = useState<Typed | null>(null)
  const first = isMailMoment(moment) ? 'Remove it' : 'Back to the first text'
  const back = isOfProperty ? 'Same as the site' : first
  return (
    <Card title={label}>
      <p className="admin-detail">
        {isOn ? 'Sent' : 'Off. Would be sent'} {when}.
      </p>
      <WordsForm message={message} answer={answer} onType={setTyped} />
      <div>
        <Preview text={typed ?? { subject, body }} sample={sample} />
      </div>
      <Actions>
        <ChangeButton<typeof messageTextsChanges>
          intent="test"
          value={{ moment }}
          aria-label={`Send me a test: ${label}`}
        >
          Send me a test
        </ChangeButton>
        {isOwn && (
          <ChangeButton<typeof messageTextsChanges> intent="reset" value={{ moment }} aria-label={`${back}: ${label}`}>
            {back}
          </ChangeButton>
        )}
      </Actions>
    </Card>
  )
}

type Typed = { subject: string; body: string }
type FormProps = Omit<Props, 'isOfProperty' | 'sample'> & { onType: (typed: Typed) => void }

/** The text; or of an email whose facts are the site's, its paragraph. The placeholders go into the field that was used last. */
function WordsForm({ message, answer, onType }: FormProps) {
  const { moment, subject, body, isOn, version } = message
  const last = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null)
  const frame = useRef<HTMLFieldSetElement>(null)
  const insert = (name: string) => {
    const field = last.current?.isConnected ? last.current : frame.current?.querySelector('textarea')
    if (!field) return
    insertAtCursor(field, `{${name}}`)
    if (field.form) onType(textIn(field.form))
  }
  const value = { on: isOn, subject, body }
  const form = {
    id: moment,
    value,
    version,
    answer,
    onChange: (changed: HTMLFormElement) => onType(textIn(changed)),
    after: () => <Placeholders moment={moment} onInsert={insert} />,
  }
  return (
    <fieldset
      ref={frame}
      className="min-w-0"
      onFocus={({ target }) => {
        const field = target.closest<HTMLInputElement | HTMLTextAreaElement>('input[type="text"], textarea')
        if (field) last.current = field
      }}
    >
      {isMailMoment(moment) ? (
        <RecordForm
          {...form}
          intent="paragraph"
          fields={paragraphFields(moment)}
          summary={body ? 'Change your paragraph' : 'Add a paragraph'}
        />
      ) : (
        <RecordForm {...form} intent="text" fields={MESSAGE_FIELDS} summary="Change it" />
      )}
    </fieldset>
  )
}

function textIn(form: HTMLFormElement) {
  const data = new FormData(form)
  return { subject: String(data.get('subject') ?? ''), body: String(data.get('body') ?? '') }
}

type PlaceholdersProps = { moment: EditedMessage['moment']; onInsert: (name: string) => void }

const Placeholders = ({ moment, onInsert }: PlaceholdersProps) => (
  <>
    <input type="hidden" name="moment" value={moment} />
    <p className="field-hint">Placeholders, filled for each guest:</p>
    <ul className="insert-buttons">
      {Object.entries(PLACEHOLDERS).map(([name, words]) => (
        <li key={name}>
          <button type="button" title={words} onClick={() => onInsert(name)}>
            {`{${name}}`}
          </button>
        </li>
      ))}
    </ul>
  </>
)

function Preview({ text, sample }: { text: Typed; sample: Sample | null }) {
  if (!sample) return <p className="admin-detail">How it reads is shown here once there’s a confirmed stay ahead.</p>
  if (!text.body) return null
  const empty = missingValues(text, sample.values)
  return (
    <figure className="my-4 border-l-3 border-border p-4">
      <figcaption className="admin-detail">
        As the guest of {sample.reference}, {sample.property}, reads it
        {empty.length > 0 && `. Of this stay, ${empty.map((name) => `{${name}}`).join(', ')} is empty`}
      </figcaption>
      {text.subject && <p className="my-2 font-semibold">{fillPlaceholders(text.subject, sample.values)}</p>}
      <p className="whitespace-pre-line">{fillPlaceholders(text.body, shownValues(sample.values))}</p>
    </figure>
  )
}

/** The link is a secret of the guest, so the page does not show it. */
const shownValues = (values: PlaceholderValues): PlaceholderValues => ({
  ...values,
  'stay link': '[View your stay]',
  'review link': '[Write a review]',
})
