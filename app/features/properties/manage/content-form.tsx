import type { ReactNode } from 'react'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { listOf } from '#app/shared/words.ts'
import { RecordForm, type RecordFormProps } from '#app/ui/form/record-inputs.tsx'
import type { ContentPage, ContentPart } from './property-content.ts'

export type ContentProps = { page: ContentPage; answer: ChangeAnswer | null }

type FormProps<Value> = ContentProps &
  Pick<RecordFormProps<Value>, 'fields' | 'value' | 'secrets' | 'previewAt'> & {
    /** A part that one form shows as a whole. */
    part: Exclude<ContentPart, 'questions'>
    /** Below its fields. */
    about?: ReactNode
  }

/** The form of a part of a home's content. */
export const ContentForm = <Value,>({ page, part, about, ...form }: FormProps<Value>) => (
  <RecordForm {...form} intent={part} version={page.versions[part]} after={() => about} />
)

/** Labels invented content of the demo, so that it isn’t mistaken for facts. */
export function InventedNote({ names = [] }: { names?: string[] }) {
  const which = names.length > 0 ? `: ${listOf(names)}` : ''
  return (
    <p className="admin-note">
      Invented for the demo{which}. What you change is yours and stays when you go live; the rest is removed.
    </p>
  )
}
