import {
  BLANKS,
  type BlankValues,
  emptyBlanks,
  fillBlanks,
  isMailMoment,
  MAILS,
} from '#app/features/bookings/moments.ts'
import type { MailMoment } from '#app/features/bookings/stay-moments.ts'
import { insertAtCursor } from '#app/shared/browser/insert-at-cursor.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeForm, FormArea, FormCheck, FormText } from '#app/ui/form/change-form.tsx'
import type { EditedMessage, Sample } from './managed-messages.ts'
import './message-forms.css'
import { useRef, useState } from 'react'
import type { messageTextsChanges } from './message-texts.changes.server.ts'

type Props = { message: EditedMessage; isOfProperty: boolean; sample: Sample | null; answer: ChangeAnswer | null }

/** The text of a moment, with its switch, the blanks, and how it reads for a real stay. */
export function MessageForm({ message, isOfProperty, sample, answer }: Props) {
  const { moment, label, when, subject, body, isOn, isOwn } = message
  const [typed, setTyped] = useState<Typed | null>(null)
  const form = { message, answer, onType: setTyped }
  const first = isMailMoment(moment) ? 'Remove it' : 'Back to the first text'
  const back = isOfProperty ? 'Same as the site' : first
  return (
    <section aria-labelledby={`${moment}-heading`} className="admin-panel">
      <h2 id={`${moment}-heading`}>{label}</h2>
      <p className="admin-detail">
        {isOn ? 'Leaves' : 'Off. Would leave'} {when}.
      </p>
      {isMailMoment(moment) ? <ParagraphForm {...form} moment={moment} /> : <TextForm {...form} />}
      <Preview text={typed ?? { subject, body }} sample={sample} />
      <div className="admin-list-actions">
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
      </div>
    </section>
  )
}

type Typed = { subject: string; body: string }
type FormProps = Omit<Props, 'isOfProperty' | 'sample'> & { onType: (typed: Typed) => void }

function TextForm({ message, answer, onType }: FormProps) {
  const { moment, subject, body, isOn, version } = message
  return (
    <ChangeForm<typeof messageTextsChanges, never, 'text'>
      intent="text"
      id={moment}
      version={version}
      summary="Change it"
      stored={{ moment, subject, body, on: isOn ? 'on' : undefined }}
      answer={answer}
      save="Save"
      onChange={(form) => onType(textIn(form))}
    >
      {(fields) => (
        <>
          <input type="hidden" name="moment" value={moment} />
          <FormCheck field={fields.on} label="Send it" />
          <Blanks onInsert={onType}>
            <FormText field={fields.subject} label="Subject" required />
            <FormArea field={fields.body} label="Text" rows={8} required />
          </Blanks>
        </>
      )}
    </ChangeForm>
  )
}

/** The paragraph of an email whose facts are the site's. */
function ParagraphForm({ message, answer, onType, moment }: FormProps & { moment: MailMoment }) {
  const { body, isOn, version } = message
  return (
    <ChangeForm<typeof messageTextsChanges, never, 'paragraph'>
      intent="paragraph"
      id={moment}
      version={version}
      summary={body ? 'Change your paragraph' : 'Add a paragraph'}
      stored={{ moment, body, on: isOn ? 'on' : undefined }}
      answer={answer}
      save="Save"
      onChange={(form) => onType(textIn(form))}
    >
      {(fields) => (
        <>
          <input type="hidden" name="moment" value={moment} />
          {MAILS[moment].canBeOff && <FormCheck field={fields.on} label="Send this email" />}
          <Blanks onInsert={onType}>
            <FormArea
              field={fields.body}
              label="Your own paragraph"
              hint="It stands among what the site says of the stay and the money. If a blank is empty for a stay, the paragraph is left out."
              rows={6}
            />
          </Blanks>
        </>
      )}
    </ChangeForm>
  )
}

function textIn(form: HTMLFormElement) {
  const data = new FormData(form)
  return { subject: String(data.get('subject') ?? ''), body: String(data.get('body') ?? '') }
}

type BlanksProps = { onInsert: (text: Typed) => void; children: React.ReactNode }

/** The fields, and the blanks to put into the one that was used last. */
function Blanks({ onInsert, children }: BlanksProps) {
  const last = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null)
  const group = useRef<HTMLFieldSetElement>(null)
  const insert = (name: string) => {
    const field = last.current ?? group.current?.querySelector('textarea')
    if (!field) return
    insertAtCursor(field, `{${name}}`)
    if (field.form) onInsert(textIn(field.form))
  }
  return (
    <fieldset
      ref={group}
      className="message-fields"
      onFocus={({ target }) => {
        if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) last.current = target
      }}
    >
      {children}
      <p className="field-hint">Blanks, filled for each guest:</p>
      <ul className="insert-buttons">
        {Object.entries(BLANKS).map(([name, words]) => (
          <li key={name}>
            <button type="button" title={words} onClick={() => insert(name)}>
              {`{${name}}`}
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

function Preview({ text, sample }: { text: Typed; sample: Sample | null }) {
  if (!sample) return <p className="admin-detail">How it reads is shown here once there’s a confirmed stay ahead.</p>
  if (!text.body) return null
  const empty = emptyBlanks(text, sample.values)
  return (
    <figure className="message-preview">
      <figcaption className="admin-detail">
        As the guest of {sample.reference}, {sample.property}, reads it
        {empty.length > 0 && `. Of this stay, ${empty.map((name) => `{${name}}`).join(', ')} is empty`}
      </figcaption>
      {text.subject && <p className="message-preview-subject">{fillBlanks(text.subject, sample.values)}</p>}
      <p className="message-preview-body">{fillBlanks(text.body, shownValues(sample.values))}</p>
    </figure>
  )
}

/** The link is a secret of the guest, so the page does not show it. */
const shownValues = (values: BlankValues): BlankValues => ({
  ...values,
  'stay link': '[View your stay]',
  'review link': '[Write a review]',
})
