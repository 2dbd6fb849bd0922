import type { RecordFields } from '#app/shared/record-fields.ts'
import { ContentForm, type ContentProps, InventedNote } from './content-form.tsx'
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

const FIELDS = {
  arrival: ARRIVAL_FIELDS,
  comfort: COMFORT_FIELDS,
  safety: SAFETY_FIELDS,
  houseRules: HOUSE_RULES_FIELDS,
} satisfies Record<FactPart, unknown>

type Props = ContentProps & { part: FactPart; previewAt: string }

/** The form of a group of facts of a home. */
export function FactForm({ part, ...props }: Props) {
  const { comfort, [part]: facts } = props.page.content
  const invented = (facts.sample ?? []).map((key) => WORDS[key] ?? key)
  const value =
    part === 'comfort' ? { ...comfort, wifi: { ...comfort.wifi, isThere: comfort.wifi !== undefined } } : facts
  return (
    <ContentForm
      {...props}
      part={part}
      fields={FIELDS[part] as unknown as RecordFields<object>}
      value={value}
      about={invented.length > 0 && <InventedNote names={invented} />}
    />
  )
}
