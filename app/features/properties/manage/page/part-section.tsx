import type { ReactNode } from 'react'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { type RecordFields, recordLines } from '#app/shared/record-fields.ts'
import { Lines } from '#app/ui/form/change-form.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import { PART_NAMES, propertyFields } from './property-fields.ts'
import type { PropertyPage } from './property-page.ts'
import type { PropertyPart } from './property-record.ts'

export type PartProps = { page: PropertyPage; answer: ChangeAnswer | null }

type Props<Part extends PropertyPart> = PartProps & {
  part: Part
  /** Its current content, where lines do not show it well. */
  children?: ReactNode
  draw?: (place: string, typed: unknown) => ReactNode
}

/** The places of the parts that are not at the top of a home's page. */
const SEEN_AT: Partial<Record<PropertyPart, string>> = {
  images: 'large-images',
  place: 'map',
  rooms: 'beds',
  amenities: 'amenities',
  rules: 'rules',
  reviews: 'reviews-heading',
  surroundings: 'map',
  units: 'gallery',
}

/** A part of a home’s page: its current content, and the form that changes it. */
export function PartSection<Part extends PropertyPart>({ part, page, answer, children, draw }: Props<Part>) {
  const fields = propertyFields(page.zones)[part] as unknown as RecordFields<PropertyPage['parts'][Part]>
  const value = page.parts[part]
  const lines = children ? [] : recordLines(fields, value)
  return (
    <section aria-labelledby={part} className="content-lines">
      <h2 id={part}>{PART_NAMES[part]}</h2>
      {children}
      {!children && lines.length === 0 && <p className="text-muted">Nothing yet, so guests see nothing.</p>}
      {lines.length > 0 && <Lines lines={lines} />}
      <RecordForm
        fields={fields}
        value={value}
        intent={part}
        version={page.versions[part]}
        summary={`Change: ${PART_NAMES[part]}`}
        anchor={`change-${part}`}
        answer={answer}
        draw={draw}
        previewAt={SEEN_AT[part] ?? ''}
      />
    </section>
  )
}
