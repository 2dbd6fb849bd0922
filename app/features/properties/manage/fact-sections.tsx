import { capitalized } from '#app/shared/words.ts'
import { FormCheck, FormChecks, FormNumber, FormSelect, FormText } from '#app/ui/form/change-form.tsx'
import { COOLING, EVENTS, HEATING, LAUNDRY, PARKING, SKI } from '../fact-rows.ts'
import { type ContentProps, ContentSection, InventedNote, type SectionProps } from './content-section.tsx'
import type { FactPart } from './property-content.ts'
import { timeValue } from './time-of-day.ts'

const WORDS: Partial<Record<string, string>> = {
  lift: 'the lift',
  ski: 'skis',
  access: 'stairs',
  wifi: 'Wi-Fi',
  tvs: 'TVs',
  quietHours: 'quiet hours',
  damage: 'damage',
}

function FactSection<Part extends FactPart>(props: SectionProps<Part>) {
  const invented = (props.page.content[props.part].sample ?? []).map((key) => WORDS[key] ?? key)
  return <ContentSection {...props} about={invented.length > 0 && <InventedNote names={invented} />} />
}

/** The facts of a home, a form for each group that guests see. */
export function FactSections(props: ContentProps) {
  return (
    <>
      <ArrivalSection {...props} />
      <ComfortSection {...props} />
      <SafetySection {...props} />
      <RulesSection {...props} />
    </>
  )
}

const optionsOf = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => [value, capitalized(label.trim())] as const)

function ArrivalSection(props: ContentProps) {
  return (
    <FactSection
      {...props}
      part="arrival"
      summary="Change parking, stairs, and skiing"
      stored={props.page.content.arrival}
    >
      {(fields) => {
        const [parking, access] = [fields.parking.getFieldset(), fields.access.getFieldset()]
        const [lift, ski] = [fields.lift.getFieldset(), fields.ski.getFieldset()]
        return (
          <>
            <fieldset className="fact-group">
              <legend>Parking</legend>
              <FormNumber field={parking.spaces} label="Parking spaces" hint="0: no parking on site." />
              <FormSelect field={parking.kind} label="Where" none="Not said" options={optionsOf(PARKING)} />
              <FormText field={parking.note} label="Note" />
              <FormCheck field={parking.charger} label="EV charger" />
            </fieldset>
            <fieldset className="fact-group">
              <legend>Stairs</legend>
              <FormNumber field={access.steps} label="Steps to the door" />
              <FormNumber field={access.flights} label="Flights of stairs inside" />
              <FormCheck field={access.elevator} label="Elevator" />
            </fieldset>
            <fieldset className="fact-group">
              <legend>The walk to the lift</legend>
              <FormText field={lift.to} label="To" hint="Such as: the gondola" />
              <FormNumber field={lift.minutes} label="Minutes" />
              <FormNumber field={lift.miles} label="Miles" />
            </fieldset>
            <fieldset className="fact-group">
              <legend>Skis</legend>
              <FormSelect field={ski.storage} label="Where they go" none="Not shown" options={optionsOf(SKI)} />
              <FormCheck field={ski.bootDryer} label="Boot dryer" />
            </fieldset>
          </>
        )
      }}
    </FactSection>
  )
}

const LINENS = ['bed linens', 'bath towels', 'beach towels', 'hot tub towels'] as const

function ComfortSection(props: ContentProps) {
  const facts = props.page.content.comfort
  return (
    <FactSection
      {...props}
      part="comfort"
      summary="Change Wi-Fi, heating, and more"
      stored={{ ...facts, wifi: { ...facts.wifi, isThere: facts.wifi !== undefined } }}
    >
      {(fields) => {
        const [wifi, tvs] = [fields.wifi.getFieldset(), fields.tvs.getFieldset()]
        return (
          <>
            <fieldset className="fact-group">
              <legend>Wi-Fi</legend>
              <FormCheck field={wifi.isThere} label="There is Wi-Fi" />
              <FormNumber field={wifi.mbps} label="Download speed, in Mbps" hint="Only if you measured it." />
              <FormText field={wifi.note} label="Note" />
            </fieldset>
            <fieldset className="fact-group">
              <legend>Heating, cooling, and laundry</legend>
              <FormSelect field={fields.heating} label="Heating" none="Not shown" options={optionsOf(HEATING)} />
              <FormSelect field={fields.cooling} label="Cooling" none="Not shown" options={optionsOf(COOLING)} />
              <FormSelect field={fields.laundry} label="Laundry" none="Not shown" options={optionsOf(LAUNDRY)} />
            </fieldset>
            <fieldset className="fact-group">
              <legend>TVs</legend>
              <FormNumber field={tvs.count} label="How many" hint="0: no TV." />
              <FormText field={tvs.note} label="Note" />
            </fieldset>
            <FormChecks
              field={fields.linens}
              legend="Ready when guests arrive"
              options={LINENS.map((name) => [name, capitalized(name)])}
            />
          </>
        )
      }}
    </FactSection>
  )
}

const SAFETY = {
  'smoke-alarm': 'Smoke alarms',
  'co-alarm': 'Carbon monoxide alarms',
  extinguisher: 'Fire extinguisher',
  'first-aid': 'First-aid kit',
}

function SafetySection(props: ContentProps) {
  return (
    <FactSection
      {...props}
      part="safety"
      summary="Change what is there for children and safety"
      stored={props.page.content.safety}
    >
      {(fields) => {
        const children = fields.children.getFieldset()
        return (
          <>
            <fieldset className="fact-group">
              <legend>For children</legend>
              <FormNumber field={children.cribs} label="Cribs" />
              <FormNumber field={children.highChairs} label="High chairs" />
              <FormCheck field={children.gates} label="Stair gates" />
            </fieldset>
            <FormChecks field={fields.safety} legend="Safety" options={Object.entries(SAFETY)} />
          </>
        )
      }}
    </FactSection>
  )
}

function RulesSection(props: ContentProps) {
  const { quietHours, ...facts } = props.page.content.houseRules
  const times = { from: timeValue(quietHours?.from), to: timeValue(quietHours?.to) }
  return (
    <FactSection {...props} part="houseRules" summary="Change house rules" stored={{ ...facts, quietHours: times }}>
      {(fields) => {
        const { from, to } = fields.quietHours.getFieldset()
        return (
          <>
            <fieldset className="fact-group">
              <legend>Quiet hours</legend>
              <FormText field={from} label="From" type="time" />
              <FormText field={to} label="To" type="time" />
            </fieldset>
            <FormSelect field={fields.events} label="Parties and events" none="Not shown" options={optionsOf(EVENTS)} />
            <FormText field={fields.damage} label="Who pays for damage" hint="One sentence, deposits included." />
          </>
        )
      }}
    </FactSection>
  )
}
