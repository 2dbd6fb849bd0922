import { useRef } from 'react'
import { fillPlaceholders } from '#app/features/bookings/moments.ts'
import { MoreMenu } from '#app/ui/dashboard/page-top.tsx'
import type { Conversation, SavedAnswer } from './conversations.ts'
import { insertParagraphs } from './insert-paragraphs.ts'

type Props = { saved: SavedAnswer[]; values: Conversation['values'] }

/** Puts a saved answer into the field of the form around it, with the values of the person's stay. */
export function InsertAnswer({ saved, values }: Props) {
  const own = useRef<HTMLSpanElement>(null)
  const present = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
  const insert = (body: string) => {
    const area = own.current?.closest('form')?.querySelector('textarea')
    if (area) insertParagraphs(area, fillPlaceholders(body, present))
  }
  if (saved.length === 0) return null
  return (
    <span ref={own} className="needs-script">
      <MoreMenu label="Saved answers">
        {saved.map(({ id, title, body }) => (
          <li key={id}>
            <button type="button" title={body} onClick={() => insert(body)}>
              {title}
            </button>
          </li>
        ))}
      </MoreMenu>
    </span>
  )
}
