import { COOLING, capitalized, EVENTS, HEATING, LAUNDRY, PARKING, SKI } from '#app/features/properties/fact-rows.ts'
import type { Facts } from '#app/features/properties/facts.ts'
import type { FactPart } from '#app/features/properties/manage/property-content.ts'
import { timeValue } from '#app/features/properties/manage/time-of-day.ts'
import type { FormFill } from '../folded-form.tsx'
import { FillCheck, FillNumber, FillSelect, FillText } from '../form-parts.tsx'
import { type ContentProps, ContentSection, InventedNote } from './content-section.tsx'

type FieldsProps = { facts: Facts; fill: FormFill }

const WORDS: Partial<Record<string, string>> = {
  lift: 'the lift',
  ski: 'skis',
  access: 'stairs',
  wifi: 'Wi-Fi',
  tvs: 'TVs',
  quietHours: 'quiet hours',
  damage: 'damage',
}

type SectionProps = ContentProps & { part: FactPart; summary: string; Fields: (props: FieldsProps) => React.ReactNode }

function FactSection({ part, summary, Fields, ...props }: SectionProps) {
  const facts = props.page.content[part]
  const invented = (facts.sample ?? []).map((key) => WORDS[key] ?? key)
  return (
    <ContentSection
      {...props}
      part={part}
      summary={summary}
      about={invented.length > 0 && <InventedNote names={invented} />}
    >
      {(fill) => <Fields facts={facts} fill={fill} />}
    </ContentSection>
  )
}

/** The facts of a home, a form for each group that guests see. */
export function FactSections(props: ContentProps) {
  return (
    <>
      <FactSection {...props} part="arrival" summary="Change parking, stairs, and skiing" Fields={ArrivalFields} />
      <FactSection {...props} part="comfort" summary="Change Wi-Fi, heating, and more" Fields={ComfortFields} />
      <FactSection
        {...props}
        part="safety"
        summary="Change what is there for children and safety"
        Fields={SafetyFields}
      />
      <FactSection {...props} part="houseRules" summary="Change house rules" Fields={RuleFields} />
    </>
  )
}

const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => [value, capitalized(label.trim())] as const)

function ArrivalFields({ facts: { parking, access, lift, ski }, fill }: FieldsProps) {
  const field = (name: string, label: string, stored?: string | number) => ({ name, label, stored, fill })
  return (
    <>
      <fieldset className="fact-group">
        <legend>Parking</legend>
        <FillNumber {...field('parking-spaces', 'Parking spaces', parking?.spaces)} hint="0: no parking on site." />
        <FillSelect {...field('parking-kind', 'Where', parking?.kind)} none="Not said" options={optionsOf(PARKING)} />
        <FillText {...field('parking-note', 'Note', parking?.note)} />
        <div className="admin-choice">
          <FillCheck name="parking-charger" label="EV charger" stored={parking?.charger ?? false} fill={fill} />
        </div>
      </fieldset>
      <fieldset className="fact-group">
        <legend>Stairs</legend>
        <FillNumber {...field('access-steps', 'Steps to the door', access?.steps)} />
        <FillNumber {...field('access-flights', 'Flights of stairs inside', access?.flights)} />
        <div className="admin-choice">
          <FillCheck name="access-elevator" label="Elevator" stored={access?.elevator ?? false} fill={fill} />
        </div>
      </fieldset>
      <fieldset className="fact-group">
        <legend>The walk to the lift</legend>
        <FillText {...field('lift-to', 'To', lift?.to)} hint="Such as: the gondola" />
        <FillNumber {...field('lift-minutes', 'Minutes', lift?.minutes)} />
        <FillNumber {...field('lift-miles', 'Miles', lift?.miles)} />
      </fieldset>
      <fieldset className="fact-group">
        <legend>Skis</legend>
        <FillSelect {...field('ski-storage', 'Where they go', ski?.storage)} options={optionsOf(SKI)} />
        <div className="admin-choice">
          <FillCheck name="ski-dryer" label="Boot dryer" stored={ski?.bootDryer ?? false} fill={fill} />
        </div>
      </fieldset>
    </>
  )
}

const LINENS = ['bed linens', 'bath towels', 'beach towels', 'hot tub towels'] as const

function ComfortFields({ facts: { wifi, heating, cooling, tvs, laundry, linens = [] }, fill }: FieldsProps) {
  const field = (name: string, label: string, stored?: string | number) => ({ name, label, stored, fill })
  return (
    <>
      <fieldset className="fact-group">
        <legend>Wi-Fi</legend>
        <div className="admin-choice">
          <FillCheck name="wifi" label="There is Wi-Fi" stored={wifi !== undefined} fill={fill} />
        </div>
        <FillNumber {...field('wifi-mbps', 'Download speed, in Mbps', wifi?.mbps)} hint="Only if you measured it." />
        <FillText {...field('wifi-note', 'Note', wifi?.note)} />
      </fieldset>
      <fieldset className="fact-group">
        <legend>Heating, cooling, and laundry</legend>
        <FillSelect {...field('heating', 'Heating', heating)} options={optionsOf(HEATING)} />
        <FillSelect {...field('cooling', 'Cooling', cooling)} options={optionsOf(COOLING)} />
        <FillSelect {...field('laundry', 'Laundry', laundry)} options={optionsOf(LAUNDRY)} />
      </fieldset>
      <fieldset className="fact-group">
        <legend>TVs</legend>
        <FillNumber {...field('tvs-count', 'How many', tvs?.count)} hint="0: no TV." />
        <FillText {...field('tvs-note', 'Note', tvs?.note)} />
      </fieldset>
      <fieldset className="admin-choice">
        <legend>Ready when guests arrive</legend>
        {LINENS.map((name) => (
          <FillCheck
            key={name}
            name={`linens-${name}`}
            label={capitalized(name)}
            stored={linens.includes(name)}
            fill={fill}
          />
        ))}
      </fieldset>
    </>
  )
}

const SAFETY = {
  'smoke-alarm': 'Smoke alarms',
  'co-alarm': 'Carbon monoxide alarms',
  extinguisher: 'Fire extinguisher',
  'first-aid': 'First-aid kit',
} satisfies Record<NonNullable<Facts['safety']>[number], string>

function SafetyFields({ facts: { children, safety = [] }, fill }: FieldsProps) {
  return (
    <>
      <fieldset className="fact-group">
        <legend>For children</legend>
        <FillNumber name="children-cribs" label="Cribs" stored={children?.cribs} fill={fill} />
        <FillNumber name="children-chairs" label="High chairs" stored={children?.highChairs} fill={fill} />
        <div className="admin-choice">
          <FillCheck name="children-gates" label="Stair gates" stored={children?.gates ?? false} fill={fill} />
        </div>
      </fieldset>
      <fieldset className="admin-choice">
        <legend>Safety</legend>
        {Object.entries(SAFETY).map(([name, label]) => (
          <FillCheck
            key={name}
            name={`safety-${name}`}
            label={label}
            stored={safety.some((one) => one === name)}
            fill={fill}
          />
        ))}
      </fieldset>
    </>
  )
}

function RuleFields({ facts: { quietHours, events, damage }, fill }: FieldsProps) {
  return (
    <>
      <fieldset className="fact-group">
        <legend>Quiet hours</legend>
        <FillText name="quiet-from" label="From" type="time" stored={timeValue(quietHours?.from)} fill={fill} />
        <FillText name="quiet-to" label="To" type="time" stored={timeValue(quietHours?.to)} fill={fill} />
      </fieldset>
      <FillSelect name="events" label="Parties and events" stored={events} options={optionsOf(EVENTS)} fill={fill} />
      <FillText
        name="damage"
        label="Who pays for damage"
        hint="One sentence, deposits included."
        stored={damage}
        fill={fill}
      />
    </>
  )
}
