import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { isGuestPage } from '#app/shared/paths/page-list.ts'
import { ChangeButton } from '#app/ui/form/change-button.tsx'
import type { setUpChanges } from './set-up.changes.server.ts'
import { isStatedStep, type SetUpItem, stepAnchor } from './set-up.ts'
import './set-up.css'
import { Card } from '#app/ui/dashboard/card.tsx'

type Props = { heading: string; items: SetUpItem[] /** The content after the list. */; children?: ReactNode }

/** The steps of setting up, each with its state and its page. */
export function SetUpList({ heading, items, children }: Props) {
  const done = items.filter(({ isDone }) => isDone).length
  return (
    <Card anchor="set-up" title={heading} note={`${done} of ${items.length} done`}>
      <Steps items={items.filter(({ isDone }) => !isDone)} />
      {done > 0 && (
        <details>
          <summary>What is done ({done})</summary>
          <Steps items={items.filter(({ isDone }) => isDone)} />
        </details>
      )}
      {children}
    </Card>
  )
}

const Steps = ({ items }: Pick<Props, 'items'>) => (
  <ol className="set-up-steps">
    {items.map((item) => (
      <Step key={item.step} item={item} />
    ))}
  </ol>
)

/** The list on Today, which can be put away. */
export const SetUpToday = ({ items }: Pick<Props, 'items'>) => (
  <SetUpList heading="Set up" items={items}>
    <ChangeButton<typeof setUpChanges> intent="set-up" action="/admin/set-up" value={{ step: 'all' }}>
      Put this list away
    </ChangeButton>
  </SetUpList>
)

function Step({ item: { step, title, detail, isDone, path, action } }: { item: SetUpItem }) {
  return (
    <li id={stepAnchor(step)} data-done={isDone || undefined}>
      <div>
        <p className="admin-task-title">
          {title}
          <span className="sr-only">{isDone ? ', done' : ', to do'}</span>
        </p>
        <p className="admin-detail">{detail}</p>
      </div>
      {!isDone && (
        <div className="admin-contact">
          {path && (
            <Link to={path} reloadDocument={isGuestPage(path)}>
              {action}
            </Link>
          )}
          {step === 'mail' && path && (
            <ChangeButton<typeof setUpChanges> intent="test-mail" action="/admin/set-up">
              Send a test
            </ChangeButton>
          )}
          {isStatedStep(step) && (
            <ChangeButton<typeof setUpChanges>
              intent="set-up"
              action="/admin/set-up"
              value={{ step }}
              aria-label={`Done: ${title}`}
            >
              Done
            </ChangeButton>
          )}
        </div>
      )}
    </li>
  )
}
