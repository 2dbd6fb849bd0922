import { listSavedAnswers } from '#app/features/inbox/conversations.server.ts'
import { savedAnswerChanges } from '#app/features/inbox/saved-answers.changes.server.ts'
import { ANSWER_COLUMNS, ANSWER_FIELDS } from '#app/features/inbox/saved-answers.ts'
import { changeAction } from '#app/platform/change/change.server.ts'
import { servicesContext } from '#app/platform/http/page-context.server.ts'
import type { AdminHandle } from '#app/shared/page-handle.ts'
import { PageTop } from '#app/ui/dashboard/page-top.tsx'
import { RecordRows } from '#app/ui/dashboard/record-rows.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'
import type { Route } from './+types/saved-answers.ts'

export const loader = ({ context }: Route.LoaderArgs) => listSavedAnswers(context.get(servicesContext).db)

export const action = (args: Route.ActionArgs) => changeAction(args, savedAnswerChanges)

export const handle: AdminHandle = { title: 'Saved answers' }

export default function SavedAnswers({ loaderData: saved, actionData }: Route.ComponentProps) {
  const answer = actionData ?? null
  return (
    <>
      <PageTop
        title="Saved answers"
        facts="What you write again and again. In the inbox, an answer can start from one."
      />
      <ChangeNote answer={answer} forms={['save-answer', 'change-answer']} />
      <RecordRows
        title="Answers"
        noun="answer"
        none="No saved answers yet."
        fields={ANSWER_FIELDS}
        columns={ANSWER_COLUMNS}
        records={saved.map(({ id, version, title, body }) => ({ id, version, value: { title, body } }))}
        form={{ answer }}
        adding={{ intent: 'save-answer', anchor: 'new-answer' }}
        change="change-answer"
        removal={{ intent: 'remove-answer' }}
        anchorOf={({ id }) => `answer-${id}`}
      />
    </>
  )
}
