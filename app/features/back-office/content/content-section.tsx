import type { ReactNode } from 'react'
import { type ContentPart, PART_TITLES, partLines } from '#app/features/properties/manage/property-content.ts'
import { listOf } from '#app/shared/words.ts'
import { Lines } from '#app/ui/change-form.tsx'
import { FoldedForm, type FormAnswer, type FormFill } from '../folded-form.tsx'
import type { ContentPage } from './content-page.ts'

export type ContentProps = { page: ContentPage; answer: FormAnswer | null }

type Props = ContentProps & {
  part: ContentPart
  /** What opens the form. */
  summary: string
  /** Beside what is stored. */
  about?: ReactNode
  children: (fill: FormFill) => ReactNode
}

/** A part of a home's content: what guests read of it now, and the form that changes it. */
export function ContentSection({ page, answer, part, summary, about, children }: Props) {
  const lines = partLines({ [part]: page.content[part] })
  return (
    <section aria-labelledby={part} className="content-lines">
      <h2 id={part}>{PART_TITLES[part]}</h2>
      {lines.length > 0 ? <Lines lines={lines} /> : <p className="text-muted">Nothing yet, so guests see nothing.</p>}
      {about}
      <FoldedForm
        intent={part}
        version={page.versions[part]}
        summary={summary}
        anchor={`change-${part}`}
        answer={answer}
      >
        {children}
      </FoldedForm>
    </section>
  )
}

/** What the demo invented is named, so that nobody takes it for true. */
export function InventedNote({ names = [] }: { names?: string[] }) {
  const which = names.length > 0 ? `: ${listOf(names)}` : ''
  return (
    <p className="admin-note">
      Invented for the demo{which}. What you change is yours and stays when you go live; the rest is removed.
    </p>
  )
}
