import { type GuestImage, MarkdownField } from '#app/features/site/manage/markdown-field.tsx'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { Actions } from '#app/ui/dashboard/actions.tsx'
import { Card } from '#app/ui/dashboard/card.tsx'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeForm, type FieldsOf, FormText } from '#app/ui/form/change-form.tsx'
import type { IssueText } from '../issues.ts'
import type { issueChanges } from './issues.changes.server.ts'

type TextFields = FieldsOf<typeof issueChanges, 'draft'> | FieldsOf<typeof issueChanges, 'text'>

function IssueFields({ fields, images }: { fields: TextFields; images: GuestImage[] }) {
  return (
    <>
      <FormText field={fields.subject} label="Subject" required />
      <MarkdownField field={fields.body} images={images} />
    </>
  )
}

type Shared = { images: GuestImage[]; answer: ChangeAnswer | null }

export function NewIssueForm({ images, formKey, answer }: Shared & { formKey: string }) {
  return (
    <ChangeForm<typeof issueChanges, never, 'draft'>
      intent="draft"
      answer={answer}
      summary="Write a newsletter"
      save="Save the draft"
      storesDraft
      secrets={['key']}
      previewAt=""
    >
      {(fields) => (
        <>
          <input type="hidden" name={fields.key.name} value={formKey} />
          <IssueFields fields={fields} images={images} />
        </>
      )}
    </ChangeForm>
  )
}

type DraftProps = Shared & { issue: { id: string; version: string; text: IssueText }; readers: string }

/** A draft: its text, and its actions. */
export function DraftForms({ issue: { id, version, text }, readers, images, answer }: DraftProps) {
  return (
    <>
      <ChangeForm<typeof issueChanges, never, 'text'>
        intent="text"
        {...{ id, version, answer }}
        stored={text}
        storesDraft
        previewAt=""
      >
        {(fields) => <IssueFields fields={fields} images={images} />}
      </ChangeForm>
      <Card title="Send it">
        <p>Save it first. What is sent is the draft as it is saved. Once it is on its way, it can’t be changed.</p>
        <ChangeButton<typeof issueChanges> intent="test" id={id}>
          Send me a test
        </ChangeButton>
        <ChangeForm<typeof issueChanges, never, 'send'>
          intent="send"
          {...{ id, version, answer }}
          save={`Send to ${readers}`}
          saving="Sending..."
          anyway="Send it now"
        />
        <Actions>
          <ChangeButton<typeof issueChanges> intent="remove" id={id}>
            Remove this draft
          </ChangeButton>
        </Actions>
      </Card>
    </>
  )
}
