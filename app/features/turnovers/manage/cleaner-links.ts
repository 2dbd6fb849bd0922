import type { RecordColumn } from '#app/shared/record-columns.ts'
import { OR_NULL, type RecordFields } from '#app/shared/record-fields.ts'

/** Whom a link is for, and the ids of the homes that it opens. */
type LinkInput = { name: string; email: string | null; propertyIds: string[] }

export const LINK_FIELDS: RecordFields<LinkInput> = {
  name: {
    kind: 'line',
    label: 'Who is it for?',
    short: 'Name',
    max: 80,
    missing: 'Please enter a name of up to 80 characters',
  },
  email: {
    kind: 'email',
    label: 'Email',
    hint: 'Changes to what they have seen go there at once.',
    missing: 'Please enter an email address, such as maria@example.com',
    ...OR_NULL,
  },
  propertyIds: { kind: 'properties', label: 'Homes', missing: 'Please choose at least one home' },
}

export const LINK_COLUMNS: RecordColumn<LinkInput>[] = ['name', 'email']
