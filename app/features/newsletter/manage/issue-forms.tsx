import { useRef } from 'react'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeForm, type FieldsOf, FormArea, FormText } from '#app/ui/form/change-form.tsx'
import type { IssuePhoto, IssueText } from '../issues.ts'
import type { issueChanges } from './issues.changes.server.ts'
import './issue-forms.css'

const MARKDOWN =
  'Written in Markdown: an empty line begins a paragraph, ## a heading, - a list item. **Bold**, and [a link](https://example.com).'

type TextFields = Pick<FieldsOf<typeof issueChanges, 'draft'>, 'subject' | 'body'>
type FieldsProps = { fields: TextFields; photos: IssuePhoto[] }

function IssueFields({ fields, photos }: FieldsProps) {
  const group = useRef<HTMLDivElement>(null)
  const insert = ({ path, alt }: IssuePhoto) => {
    const area = group.current?.querySelector('textarea')
    if (!area) return
    const words = alt.replaceAll(/[[\]\\\n]/g, ' ')
    area.setRangeText(`\n\n![${words}](${path})\n\n`, area.selectionStart, area.selectionEnd, 'end')
    area.dispatchEvent(new Event('input', { bubbles: true }))
    area.focus()
  }
  return (
    <div ref={group} className="issue-fields">
      <FormText field={fields.subject} label="Subject" required />
      <FormArea field={fields.body} label="Text" hint={MARKDOWN} rows={14} required />
      {photos.length > 0 && (
        <details className="needs-script">
          <summary>Add a photo</summary>
          <p className="field-hint">Each goes where the cursor is in the text.</p>
          <ul className="issue-photos">
            {photos.map((photo) => (
              <li key={photo.path}>
                <button type="button" onClick={() => insert(photo)} aria-label={`Add: ${photo.alt || photo.path}`}>
                  <img src={`${photo.path}?w=320`} alt="" loading="lazy" />
                </button>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

type Shared = { photos: IssuePhoto[]; answer: ChangeAnswer | null }

/** Begins an issue. */
export function NewIssueForm({ photos, answer }: Shared) {
  return (
    <ChangeForm<typeof issueChanges, never, 'draft'>
      intent="draft"
      answer={answer}
      summary="Write a newsletter"
      save="Save the draft"
      keeps
      previewAt=""
    >
      {(fields) => <IssueFields fields={fields} photos={photos} />}
    </ChangeForm>
  )
}

type DraftProps = Shared & { issue: { id: string; version: string; text: IssueText }; readers: string }

/** A draft: its text, and what can be done with it. */
export function DraftForms({ issue: { id, version, text }, readers, photos, answer }: DraftProps) {
  return (
    <>
      <ChangeForm<typeof issueChanges, never, 'text'>
        intent="text"
        {...{ id, version, answer }}
        stored={{ id, ...text }}
        keeps
        previewAt=""
      >
        {(fields) => <IssueFields fields={fields} photos={photos} />}
      </ChangeForm>
      <section aria-labelledby="send-heading">
        <h2 id="send-heading">Send it</h2>
        <p>Save it first. What is sent is the draft as it is saved. Once it is on its way, it can’t be changed.</p>
        <ChangeButton<typeof issueChanges> intent="test" id={id} variant="outline">
          Send me a test
        </ChangeButton>
        <ChangeForm<typeof issueChanges, never, 'send'>
          intent="send"
          {...{ id, version, answer }}
          save={`Send to ${readers}`}
          saving="Sending..."
          anyway="Send it now"
        />
        <div className="admin-list-actions">
          <ChangeButton<typeof issueChanges> intent="remove" id={id}>
            Remove this draft
          </ChangeButton>
        </div>
      </section>
    </>
  )
}
