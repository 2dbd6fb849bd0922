import type { ReactNode } from 'react'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { RecordRows } from '#app/ui/dashboard/record-rows.tsx'
import { QUESTION_COLUMNS, QUESTION_FIELDS } from './content-fields.ts'
import type { ContentProps } from './content-form.tsx'
import type { ContentPage } from './property-content.ts'

type Listed = ContentPage['questions'][number]

type Props = ContentProps & { title: string; note: string; children?: ReactNode }

/** Guests' questions, in their order. */
export const QuestionList = ({ page: { questions }, answer, title, note, children }: Props) => (
  <RecordRows
    title={title}
    note={note}
    noun="question"
    none="Nothing yet, so guests see nothing."
    fields={QUESTION_FIELDS}
    columns={QUESTION_COLUMNS}
    records={questions.map(({ version, ...value }) => ({ id: value.question, version, value }))}
    form={{ answer: withoutPlace(answer, questions), previewAt: 'questions-heading' }}
    adding={{ intent: 'question', anchor: 'add-question', version: String(questions.length) }}
    change="question"
    removal={{ intent: 'remove-question' }}
    moving="move-question"
  >
    {children}
  </RecordRows>
)

/** The input for a question that somebody removed meanwhile is shown as a new one. */
function withoutPlace(answer: ChangeAnswer | null, questions: readonly Listed[]): ChangeAnswer | null {
  return answer && questions.every(({ question }) => question !== answer.id) ? { ...answer, id: '' } : answer
}
