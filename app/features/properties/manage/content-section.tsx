import type { ReactNode } from 'react'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { listOf } from '#app/shared/words.ts'
import { Lines } from '#app/ui/form/change-form.tsx'
import { RecordForm, type RecordFormProps } from '#app/ui/form/record-inputs.tsx'
import { type ContentPage, type ContentPart, PART_TITLES, partLines } from './property-content.ts'

export type ContentProps = { page: ContentPage; answer: ChangeAnswer | null }

/** The parts that one form shows as a whole. */
type FormPart = Exclude<ContentPart, 'questions'>

/** The place of a part on the page of a home. The guide is not on it. */
const SEEN_AT: Partial<Record<FormPart, string>> = {
  arrival: 'details',
  comfort: 'details',
  safety: 'details',
  houseRules: 'rules',
  license: '',
  host: 'host-heading',
}

type SectionProps<Value> = ContentProps &
  Pick<RecordFormProps<Value>, 'fields' | 'value' | 'summary' | 'secrets'> & {
    part: FormPart
    /** Content beside the stored values. */
    about?: ReactNode
  }

/** A part of a home's content: its text for guests, and the form that changes it. */
export function ContentSection<Value>({ page, part, about, ...form }: SectionProps<Value>) {
  const lines = partLines({ [part]: page.content[part] })
  return (
    <section aria-labelledby={part} className="content-lines">
      <h2 id={part}>{PART_TITLES[part]}</h2>
      {lines.length > 0 ? <Lines lines={lines} /> : <p className="text-muted">Nothing yet, so guests see nothing.</p>}
      {about}
      <RecordForm
        {...form}
        intent={part}
        version={page.versions[part]}
        anchor={`change-${part}`}
        previewAt={SEEN_AT[part]}
      />
    </section>
  )
}

/** Labels invented content of the demo, so that it isn’t mistaken for facts. */
export function InventedNote({ names = [] }: { names?: string[] }) {
  const which = names.length > 0 ? `: ${listOf(names)}` : ''
  return (
    <p className="admin-note">
      Invented for the demo{which}. What you change is yours and stays when you go live; the rest is removed.
    </p>
  )
}
