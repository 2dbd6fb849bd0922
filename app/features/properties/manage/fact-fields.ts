import type { RecordFields } from '#app/shared/record-fields.ts'
import { capitalized } from '#app/shared/words.ts'
import { COOLING, EVENTS, HEATING, LAUNDRY, PARKING, SKI } from '../fact-rows.ts'
import type { Facts } from '../facts.ts'
import type { FACT_PARTS, FactPart } from './property-content.ts'

type TypedFacts<Part extends FactPart> = Pick<Facts, (typeof FACT_PARTS)[Part][number]>

const count = { kind: 'number', min: 0, max: 200 } as const
const note = { kind: 'line', label: 'Note', max: 200, optional: true } as const
const NOT_SHOWN = { kind: 'choice', none: 'Not shown' } as const

const optionsOf = <Value extends string>(words: Record<Value, string>) =>
  Object.fromEntries(
    Object.entries<string>(words).map(([value, label]) => [value, capitalized(label.trim())]),
  ) as Record<Value, string>

export const ARRIVAL_FIELDS: RecordFields<TypedFacts<'arrival'>> = {
  parking: {
    kind: 'group',
    label: 'Parking',
    optional: true,
    fields: {
      spaces: {
        ...count,
        label: 'Parking spaces',
        hint: '0: no parking on site.',
        missing: 'Please say how many spaces there are',
      },
      kind: { kind: 'choice', label: 'Where', none: 'Not said', options: optionsOf(PARKING), optional: true },
      note,
      charger: { kind: 'check', label: 'EV charger', optional: true },
    },
  },
  access: {
    kind: 'group',
    label: 'Stairs',
    optional: true,
    fields: {
      steps: { ...count, label: 'Steps to the door', optional: true },
      flights: { ...count, label: 'Flights of stairs inside', optional: true },
      elevator: { kind: 'check', label: 'Elevator', optional: true },
    },
  },
  lift: {
    kind: 'group',
    label: 'The walk to the lift',
    optional: true,
    fields: {
      to: {
        kind: 'line',
        label: 'To',
        max: 200,
        hint: 'Such as: the gondola',
        missing: 'Please say where the walk goes, such as the gondola',
      },
      minutes: { ...count, label: 'Minutes', optional: true },
      miles: {
        kind: 'decimal',
        label: 'Miles',
        max: 100,
        optional: true,
        missing: 'Please enter miles above 0 and up to 100, such as 0.5',
      },
    },
  },
  ski: {
    kind: 'group',
    label: 'Skis',
    optional: true,
    fields: {
      storage: {
        ...NOT_SHOWN,
        label: 'Where they go',
        options: optionsOf(SKI),
        missing: 'Please choose where the skis go',
      },
      bootDryer: { kind: 'check', label: 'Boot dryer', optional: true },
    },
  },
}

type Wifi = NonNullable<Facts['wifi']>

/** That there is Wi-Fi is a fact without anything more. */
export const COMFORT_FIELDS: RecordFields<Omit<TypedFacts<'comfort'>, 'wifi'> & { wifi: Wifi & { isThere: boolean } }> =
  {
    wifi: {
      kind: 'group',
      label: 'Wi-Fi',
      fields: {
        isThere: { kind: 'check', label: 'There is Wi-Fi' },
        mbps: {
          kind: 'number',
          label: 'Download speed, in Mbps',
          min: 1,
          max: 10_000,
          hint: 'Only if you measured it.',
          optional: true,
        },
        note,
      },
    },
    heating: { ...NOT_SHOWN, label: 'Heating', options: HEATING, optional: true },
    cooling: { ...NOT_SHOWN, label: 'Cooling', options: COOLING, optional: true },
    laundry: { ...NOT_SHOWN, label: 'Laundry', options: LAUNDRY, optional: true },
    tvs: {
      kind: 'group',
      label: 'TVs',
      optional: true,
      fields: {
        count: { ...count, label: 'How many', hint: '0: no TV.', missing: 'Please say how many TVs there are' },
        note,
      },
    },
    linens: {
      kind: 'choices',
      label: 'Ready when guests arrive',
      options: {
        'bed linens': 'Bed linens',
        'bath towels': 'Bath towels',
        'beach towels': 'Beach towels',
        'hot tub towels': 'Hot tub towels',
      },
      optional: true,
    },
  }

export const SAFETY_FIELDS: RecordFields<TypedFacts<'safety'>> = {
  children: {
    kind: 'group',
    label: 'For children',
    optional: true,
    fields: {
      cribs: { ...count, label: 'Cribs', optional: true },
      highChairs: { ...count, label: 'High chairs', optional: true },
      gates: { kind: 'check', label: 'Stair gates', optional: true },
    },
  },
  safety: {
    kind: 'choices',
    label: 'Safety',
    options: {
      'smoke-alarm': 'Smoke alarms',
      'co-alarm': 'Carbon monoxide alarms',
      extinguisher: 'Fire extinguisher',
      'first-aid': 'First-aid kit',
    },
    optional: true,
  },
}

const BOTH_TIMES = 'Please enter both times, or neither'

export const HOUSE_RULES_FIELDS: RecordFields<TypedFacts<'houseRules'>> = {
  quietHours: {
    kind: 'group',
    label: 'Quiet hours',
    optional: true,
    fields: {
      from: { kind: 'time', label: 'From', missing: BOTH_TIMES },
      to: { kind: 'time', label: 'To', missing: BOTH_TIMES },
    },
  },
  events: { ...NOT_SHOWN, label: 'Parties and events', options: EVENTS, optional: true },
  damage: { ...note, label: 'Who pays for damage', hint: 'One sentence, deposits included.' },
}
