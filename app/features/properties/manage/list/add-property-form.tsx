import type { ChangeAnswer } from '#app/shared/change-answer.ts'
import { Card } from '#app/ui/dashboard/card.tsx'
import { ChangeForm, FormChecks, FormSelect, FormText } from '#app/ui/form/change-form.tsx'
import { COPIED_OF_PROPERTY } from './copied-of-property.ts'
import type { propertiesChanges } from './property-row.changes.server.ts'

type Props = {
  properties: { slug: string; name: string }[]
  zones: readonly string[]
  formKey: string
  answer: ChangeAnswer | null
}

/** Adds a draft, from nothing or like another home. */
export function AddPropertyForm(props: Props) {
  if (props.properties.length > 0) return <Fields {...props} summary="Add a home" />
  return (
    <Card anchor="add-home" title="Add a home">
      <Fields {...props} summary={undefined} />
    </Card>
  )
}

/** With a summary, the form is closed until it is opened. */
function Fields({ properties, zones, formKey, answer, summary }: Props & { summary: string | undefined }) {
  return (
    <ChangeForm<typeof propertiesChanges>
      intent="add"
      version={String(properties.length)}
      summary={summary}
      anchor="add-home"
      save="Add the home"
      saving="Adding..."
      answer={answer}
    >
      {(fields) => (
        <>
          <input type="hidden" name={fields.key.name} value={formKey} />
          <FormText field={fields.name} label="Name" hint="As guests say it: Ridge House." />
          <FormText field={fields.location} label="Place" hint="Town and state, such as Oak Creek, CO." />
          <FormSelect
            field={fields.timeZone}
            label="Time zone"
            hint="Choose it for a state with two, such as Oregon or Texas, and outside the United States."
            none="That of the place"
            options={zones.map((zone) => [zone, zone.replaceAll('_', ' ')])}
          />
          <FormText field={fields.maxGuests} label="Sleeps" inputMode="numeric" />
          {properties.length > 0 && (
            <>
              <FormSelect
                field={fields.from}
                label="Like another home"
                hint="Photos and the arrival guide are never copied, nor taxes to another town."
                none="No, start empty"
                options={properties.map(({ slug, name }) => [slug, name])}
              />
              <FormChecks field={fields.take} legend="What to copy" options={Object.entries(COPIED_OF_PROPERTY)} />
            </>
          )}
        </>
      )}
    </ChangeForm>
  )
}
