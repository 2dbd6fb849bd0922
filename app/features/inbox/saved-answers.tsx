import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { DropPanel } from '#app/ui/dashboard/drop-panel.tsx'
import { RemoveButton } from '#app/ui/form/change-button.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import type { SavedAnswer } from './conversations.ts'
import type { savedAnswerChanges } from './saved-answers.changes.server.ts'
import { ANSWER_FIELDS } from './saved-answers.ts'

type Props = { saved: SavedAnswer[]; answer: ChangeAnswer | null }

/** The texts to begin an answer with, behind a button. */
export function SavedAnswers({ saved, answer }: Props) {
  const form = { fields: ANSWER_FIELDS, answer }
  return (
    <DropPanel label="Saved answers" isOpen={answer !== null}>
      <p>What you write again and again. An answer starts from them, and can say something else.</p>
      <ul className="item-list">
        {saved.map(({ id, version, ...text }) => (
          <li key={id}>
            <h2>{text.title}</h2>
            <RecordForm
              {...{ ...form, id, version, value: text }}
              intent="change-answer"
              anchor={`answer-${id}`}
              summary={`Change “${text.title}”`}
            />
            <RemoveButton<typeof savedAnswerChanges> intent="remove-answer" id={id} name={`“${text.title}”`} />
          </li>
        ))}
      </ul>
      <RecordForm {...form} value={null} intent="save-answer" anchor="new-answer" summary="New answer" />
    </DropPanel>
  )
}
