import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { MoveButtons, RemoveButton, useRestoredFocus } from '#app/ui/form/change-button.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import type { contentChanges } from './content.changes.server.ts'
import { QUESTION_FIELDS } from './content-fields.ts'
import type { ContentProps } from './content-form.tsx'
import type { ContentPage } from './property-content.ts'

type Listed = ContentPage['questions'][number]

/** Guests' questions, in their order. */
export function QuestionList({ page: { questions }, answer }: ContentProps) {
  const list = useRestoredFocus<HTMLOListElement>(questions.map(({ question }) => question).join('\n'))
  return (
    <div className="question-list">
      {questions.length === 0 && <p className="text-muted">Nothing yet, so guests see nothing.</p>}
      <ol ref={list} className="item-list">
        {questions.map((shown, at) => (
          <QuestionItem
            key={shown.question}
            shown={shown}
            isFirst={at === 0}
            isLast={at === questions.length - 1}
            answer={answer}
          />
        ))}
      </ol>
      <RecordForm
        fields={QUESTION_FIELDS}
        value={null}
        previewAt="questions-heading"
        intent="question"
        version={`${questions.length}`}
        summary="Add a question"
        anchor="add-question"
        save="Add the question"
        answer={withoutPlace(answer, questions)}
      />
    </div>
  )
}

/** The input for a question that somebody removed meanwhile is shown as a new one. */
function withoutPlace(answer: ChangeAnswer | null, questions: readonly Listed[]): ChangeAnswer | null {
  return answer && questions.every(({ question }) => question !== answer.id) ? { ...answer, id: '' } : answer
}

type ItemProps = { shown: Listed; isFirst: boolean; isLast: boolean; answer: ChangeAnswer | null }

function QuestionItem({ shown, isFirst, isLast, answer }: ItemProps) {
  const { question, version } = shown
  return (
    <li>
      <h3>{question}</h3>
      <p className="max-w-(--measure) whitespace-pre-line">{shown.answer}</p>
      <RecordForm
        fields={QUESTION_FIELDS}
        value={shown}
        previewAt="questions-heading"
        intent="question"
        id={question}
        version={version}
        summary="Change"
        answer={answer}
      />
      <MoveButtons<typeof contentChanges>
        intent="move-question"
        id={question}
        name={question}
        isFirst={isFirst}
        isLast={isLast}
      />
      <RemoveButton<typeof contentChanges> intent="remove-question" id={question} version={version} name={question} />
    </li>
  )
}
