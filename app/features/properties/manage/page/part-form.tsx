import type { ReactNode } from 'react'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import type { RecordFields } from '#app/shared/record-fields.ts'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import { propertyFields } from './property-fields.ts'
import type { PropertyPage } from './property-page.ts'
import type { PropertyPart } from './property-record.ts'

export type PartProps = { page: PropertyPage; answer: ChangeAnswer | null; seenAt: string }

type Props<Part extends PropertyPart> = PartProps & {
  part: Part
  /** Below its fields. */
  after?: ReactNode
  draw?: (place: string, typed: unknown) => ReactNode
}

/** The form of a part of a home’s page. */
export function PartForm<Part extends PropertyPart>({ part, page, answer, seenAt, after, draw }: Props<Part>) {
  const fields = propertyFields(page.zones)[part] as unknown as RecordFields<PropertyPage['parts'][Part]>
  return (
    <RecordForm
      fields={fields}
      value={page.parts[part]}
      intent={part}
      version={page.versions[part]}
      answer={answer}
      draw={draw}
      after={() => after}
      previewAt={seenAt}
    />
  )
}
