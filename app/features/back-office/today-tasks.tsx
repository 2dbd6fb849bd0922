import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { todayChanges } from '#app/features/bookings/manage/page/booking.changes.server.ts'
import { useMay } from '#app/shared/browser/use-may.ts'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import type { Task } from '#app/shared/task.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { ChangeButton, useRestoredFocus } from '#app/ui/form/change-button.tsx'
import { ChangeNote } from '#app/ui/form/change-form.tsx'

/** What waits for the operator, each with what one press does about it. */
export function TodayTasks({ tasks, answer }: { tasks: readonly Task[]; answer: ChangeAnswer | null }) {
  const note = useRef<HTMLDivElement>(null)
  const list = useRestoredFocus<HTMLUListElement>(tasks.map(({ title }) => title).join('\n'))
  const answered = answer?.at
  // The pressed row may be far below, and gone.
  useEffect(() => {
    if (!answered) return
    note.current?.focus({ preventScroll: true })
    note.current?.scrollIntoView({ block: 'center' })
  }, [answered])
  return (
    <Card title="Needs you" note={tasks.length > 0 && String(tasks.length)}>
      {answer && (
        <div ref={note} tabIndex={-1}>
          <ChangeNote answer={answer} />
        </div>
      )}
      {tasks.length === 0 && <p className="text-muted">Nothing is waiting for you.</p>}
      <ul ref={list} className="admin-tasks">
        {tasks.map((task) => (
          <li key={`${task.title}${task.detail}`}>
            <p className="task-due" data-urgent={task.due?.isUrgent || undefined}>
              {task.due?.words}
            </p>
            <div>
              <p className="admin-task-title">{task.title}</p>
              <p className="admin-detail">{task.detail}</p>
              {task.until && <p className="admin-detail admin-deadline">Answer by {task.until}</p>}
            </div>
            <TaskButtons task={task} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function TaskButtons({ task: { title, path, action, confirm, remind } }: { task: Task }) {
  const may = useMay()
  return (
    <div className="admin-task-buttons">
      {confirm && may('stays:write') && (
        <ChangeButton<typeof todayChanges>
          intent="confirm"
          id={confirm}
          variant="ember"
          pendingText="Confirming..."
          aria-label={`Confirm: ${title}`}
        >
          Confirm
        </ChangeButton>
      )}
      {path && (
        <Link to={path} className="button button-outline" aria-label={`${action}: ${title}`}>
          {action}
        </Link>
      )}
      {remind && may('money:write') && (
        <ChangeButton<typeof todayChanges> intent="remind-payment" id={remind} aria-label={`Send a reminder: ${title}`}>
          Send a reminder
        </ChangeButton>
      )}
    </div>
  )
}
