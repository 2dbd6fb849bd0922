import type { RecordFormProps } from '#app/ui/form/record-inputs.tsx'
import { type ContentProps, ContentSection, InventedNote } from './content-section.tsx'
import { ARRIVAL_FIELDS, COMFORT_FIELDS, HOUSE_RULES_FIELDS, SAFETY_FIELDS } from './fact-fields.ts'
import type { FactPart } from './property-content.ts'

const WORDS: Partial<Record<string, string>> = {
  lift: 'the lift',
  ski: 'skis',
  access: 'stairs',
  wifi: 'Wi-Fi',
  tvs: 'TVs',
  quietHours: 'quiet hours',
  damage: 'damage',
}

type FactProps<Value> = ContentProps & Pick<RecordFormProps<Value>, 'fields' | 'value' | 'summary'> & { part: FactPart }

function FactSection<Value>(props: FactProps<Value>) {
  const invented = (props.page.content[props.part].sample ?? []).map((key) => WORDS[key] ?? key)
  return <ContentSection {...props} about={invented.length > 0 && <InventedNote names={invented} />} />
}

/** The facts of a home, a form for each group that guests see. */
export function FactSections(props: ContentProps) {
  const { arrival, comfort, safety, houseRules } = props.page.content
  const isThere = comfort.wifi !== undefined
  return (
    <>
      <FactSection
        {...props}
        part="arrival"
        fields={ARRIVAL_FIELDS}
        value={arrival}
        summary="Change parking, stairs, and skiing"
      />
      <FactSection
        {...props}
        part="comfort"
        fields={COMFORT_FIELDS}
        value={{ ...comfort, wifi: { ...comfort.wifi, isThere } }}
        summary="Change Wi-Fi, heating, and more"
      />
      <FactSection
        {...props}
        part="safety"
        fields={SAFETY_FIELDS}
        value={safety}
        summary="Change what is there for children and safety"
      />
      <FactSection
        {...props}
        part="houseRules"
        fields={HOUSE_RULES_FIELDS}
        value={houseRules}
        summary="Change house rules"
      />
    </>
  )
}
