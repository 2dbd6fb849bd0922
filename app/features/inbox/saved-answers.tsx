import { BLANKS } from '#app/features/bookings/moments.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import { ChangeForm, FormArea, FormText } from '#app/ui/form/change-form.tsx'
import type { SavedAnswer } from './conversations.ts'
import type { savedAnswerChanges } from './saved-answers.changes.server.ts'

const HINT = `Blanks are filled from the person’s stay: ${Object.keys(BLANKS)
  .map((name) => `{${name}}`)
  .join(', ')}.`

type Props = { saved: SavedAnswer[]; answer: ChangeAnswer | null }

/** What operators answer again and again. */
export function SavedAnswers({ saved, answer }: Props) {
  return (
    <section aria-labelledby="saved-heading">
      <h2 id="saved-heading">Saved answers</h2>
      <p>What you write again and again. An answer starts from them, and can say something else.</p>
      <ul className="item-list">
        {saved.map(({ id, title, body, version }) => (
          <li key={id}>
            <h3>{title}</h3>
            <ChangeForm<typeof savedAnswerChanges, never, 'change-answer'>
              {...{ id, version, answer }}
              intent="change-answer"
              anchor={`answer-${id}`}
              summary={`Change “${title}”`}
              stored={{ title, body }}
            >
              {(fields) => <Fields fields={fields} />}
            </ChangeForm>
            <ChangeButton<typeof savedAnswerChanges> intent="remove-answer" id={id} aria-label={`Remove “${title}”`}>
              Remove
            </ChangeButton>
          </li>
        ))}
      </ul>
      <ChangeForm<typeof savedAnswerChanges, never, 'save-answer'>
        intent="save-answer"
        answer={answer}
        anchor="new-answer"
        summary="New answer"
      >
        {(fields) => <Fields fields={fields} />}
      </ChangeForm>
    </section>
  )
}

type FieldsProps = Record<
  'fields',
  { title: Parameters<typeof FormText>[0]['field']; body: Parameters<typeof FormArea>[0]['field'] }
>

const Fields = ({ fields }: FieldsProps) => (
  <>
    <FormText field={fields.title} label="Name" required />
    <FormArea field={fields.body} label="Text" rows={8} hint={HINT} required />
  </>
)
