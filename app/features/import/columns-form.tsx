import type { FieldMetadata } from '@conform-to/react'
import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { ChangeForm, FormChoice, FormSelect } from '#app/ui/form/change-form.tsx'
import { LEAVE_OUT, PLATFORM_CHOICES } from './columns.ts'
import type { fileChanges } from './import-file.changes.server.ts'
import type { ImportPage } from './import-page.ts'

type Props = { page: ImportPage; answer: ChangeAnswer | null }

/** The meaning of each column, the home of its rows, and choices for missing columns. */
export function ColumnsForm({ page, answer }: Props) {
  const { kind, choices, example, unknownProperties, properties, missing } = page
  const ownProperties = properties.map(({ slug, name }) => [slug, name] as const)
  const chosen = unknownProperties.map((named) => {
    const slug = choices.properties[named]
    return { named, slug: slug === '' ? LEAVE_OUT : slug }
  })
  return (
    <ChangeForm<typeof fileChanges>
      intent="columns"
      summary={missing.length > 0 ? undefined : 'Change how it’s read'}
      answer={answer}
      stored={{ ...choices, properties: chosen }}
      save="Update the preview"
      saving="Updating..."
      variant={missing.length > 0 ? undefined : 'outline'}
    >
      {(fields) => (
        <>
          {properties.length > 1 && (
            <FormSelect
              field={fields.property}
              label="Home"
              none={choices.columns.includes('property') ? 'As the file says' : 'A column of the file names it'}
              options={ownProperties}
            />
          )}
          {unknownProperties.length > 0 && <PropertyNames field={fields.properties} properties={ownProperties} />}
          {example && (
            <FormChoice
              field={fields.order}
              legend={`What comes first in “${example}”?`}
              options={[
                ['month', 'The month'],
                ['day', 'The day'],
              ]}
            />
          )}
          <Columns page={page} field={fields.columns} />
          {kind === 'bookings' && (
            <FormSelect
              field={fields.platform}
              label="Where the bookings were made"
              none={choices.columns.includes('source') ? 'As the file says' : 'A column of the file says it'}
              options={PLATFORM_CHOICES.map((name) => [name, name])}
            />
          )}
          {kind === 'bookings' && (
            <FormChoice
              field={fields.unstated}
              legend="If no column says what’s paid"
              options={[
                ['none', 'Nothing is paid yet'],
                ['all', 'Everything is paid, as with bookings that another site collects'],
              ]}
            />
          )}
        </>
      )}
    </ChangeForm>
  )
}

type PropertyRow = { named: string; slug?: string | undefined }
type NamesProps = { field: FieldMetadata<PropertyRow[] | undefined>; properties: (readonly [string, string])[] }

function PropertyNames({ field, properties }: NamesProps) {
  return (
    <fieldset className="import-columns">
      <legend>Homes that have another name there</legend>
      {field.getFieldList().map((row) => {
        const { named, slug } = row.getFieldset()
        return (
          <div key={row.key}>
            <input type="hidden" name={named.name} value={named.initialValue} />
            <FormSelect
              field={slug}
              label={`“${named.initialValue}”`}
              none="Choose a home"
              options={[...properties, [LEAVE_OUT, 'Leave its rows out']]}
            />
          </div>
        )
      })}
    </fieldset>
  )
}

type ColumnsProps = { page: ImportPage; field: FieldMetadata<string[]> }

/** Each column by its heading, with what its first rows have. */
function Columns({ page: { columns, fields }, field }: ColumnsProps) {
  const list = field.getFieldList()
  return (
    <fieldset className="import-columns">
      <legend>Columns, with their first rows</legend>
      {columns.map(({ heading, samples }, at) => {
        const column = list[at]
        return (
          column && (
            <FormSelect
              key={column.key}
              field={column}
              label={heading}
              hint={samples.filter(Boolean).join(' · ') || 'Empty in the first rows'}
              none="Leave out"
              options={Object.entries(fields)}
            />
          )
        )
      })}
    </fieldset>
  )
}
