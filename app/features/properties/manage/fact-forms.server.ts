import { z } from 'zod'
import { type FieldReader, formSchema, optionalField, wholeField } from '#app/platform/http/form-fields.server.ts'
import { boundedText } from '#app/shared/bounded-text.ts'
import { canonical } from '#app/shared/canonical.ts'
import { optionalLine } from '#app/shared/typed-input.ts'
import { type Facts, factsSchema } from '../facts.ts'
import type { ContentForm } from './content-form.server.ts'
import type { FactPart, PropertyContent } from './property-content.ts'
import { timeOfDay } from './time-of-day.ts'

const { shape } = factsSchema
const CHOOSE = 'Please choose one of the list'
const NOTE = 'Please keep this to 200 characters'

const note = (read: FieldReader, name: string) => read.field(name, optionalLine({ max: 200, tooLong: NOTE }))
const count = (read: FieldReader, name: string) => read.field(name, optionalField(wholeField(0, 200))) ?? undefined
const isChecked = (read: FieldReader, name: string) => (read.texts[name] === undefined ? undefined : true)

/** One of a list, or not said. */
const choice = <const Value extends string>(read: FieldReader, name: string, values: readonly Value[]) =>
  read.field(name, optionalField(z.enum(values as readonly [Value, ...Value[]], { error: CHOOSE }))) ?? undefined

/** The checked boxes of a list, named `<name>-<value>`; undefined without any. */
function checkedOf<Value extends string>(read: FieldReader, name: string, values: readonly Value[]) {
  const checked = values.filter((value) => read.texts[`${name}-${value}`] !== undefined)
  return checked.length > 0 ? checked : undefined
}

/** A fact without anything in it is unknown. */
const known = <Fact extends object>(fact: Fact): Fact | undefined =>
  Object.values(fact).some((value) => value !== undefined) ? fact : undefined

/** A fact that was changed is the operator's own; the others remain samples. */
function factForm(part: FactPart, read: (reader: FieldReader) => Facts) {
  return formSchema((reader): ContentForm => {
    const typed = read(reader)
    const edit = (content: PropertyContent) => {
      const { sample = [], ...before } = content[part]
      const isSame = (key: (typeof sample)[number]) =>
        key !== 'rooms' && typed[key] !== undefined && canonical(typed[key]) === canonical(before[key])
      const still = sample.filter(isSame)
      const facts = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined))
      return { ok: true as const, value: still.length > 0 ? { ...facts, sample: still } : facts }
    }
    return { part, isVersioned: true, edit }
  })
}

function parkingOf(read: FieldReader): Facts['parking'] {
  const spaces = count(read, 'parking-spaces')
  const kind = choice(read, 'parking-kind', shape.parking.unwrap().shape.kind.unwrap().options)
  const rest = { kind, charger: isChecked(read, 'parking-charger'), note: note(read, 'parking-note') }
  if (spaces === undefined && known(rest)) read.wrong('parking-spaces', 'Please say how many spaces there are')
  return spaces === undefined ? undefined : { spaces, ...rest }
}

const MILES = 'Please enter miles above 0 and up to 100, such as 0.5'
const milesField = boundedText(10, MILES)
  .trim()
  .regex(/^\d{0,3}(\.\d{1,2})?$/, MILES)
  .transform(Number)
  .refine((miles) => miles > 0 && miles <= 100, MILES)

function liftOf(read: FieldReader): Facts['lift'] {
  const to = note(read, 'lift-to')
  const minutes = count(read, 'lift-minutes')
  const miles = read.field('lift-miles', optionalField(milesField)) ?? undefined
  const isFar = minutes !== undefined || miles !== undefined
  if (to === undefined && isFar) read.wrong('lift-to', 'Please say where the walk goes, such as the gondola')
  if (to !== undefined && !isFar) read.wrong('lift-minutes', 'Please enter minutes or miles')
  return to === undefined ? undefined : { to, minutes, miles }
}

function skiOf(read: FieldReader): Facts['ski'] {
  const storage = choice(read, 'ski-storage', shape.ski.unwrap().shape.storage.options)
  const bootDryer = isChecked(read, 'ski-dryer')
  if (!storage && bootDryer) read.wrong('ski-storage', 'Please choose where the skis go')
  return storage && { storage, bootDryer }
}

export const arrivalForm = factForm('arrival', (read) => ({
  parking: parkingOf(read),
  access: known({
    steps: count(read, 'access-steps'),
    flights: count(read, 'access-flights'),
    elevator: isChecked(read, 'access-elevator'),
  }),
  lift: liftOf(read),
  ski: skiOf(read),
}))

function wifiOf(read: FieldReader): Facts['wifi'] {
  const mbps = read.field('wifi-mbps', optionalField(wholeField(1, 10_000))) ?? undefined
  const rest = { mbps, note: note(read, 'wifi-note') }
  return isChecked(read, 'wifi') || known(rest) ? rest : undefined
}

function tvsOf(read: FieldReader): Facts['tvs'] {
  const tvs = count(read, 'tvs-count')
  const words = note(read, 'tvs-note')
  if (tvs === undefined && words) read.wrong('tvs-count', 'Please say how many TVs there are')
  return tvs === undefined ? undefined : { count: tvs, note: words }
}

export const comfortForm = factForm('comfort', (read) => ({
  wifi: wifiOf(read),
  heating: choice(read, 'heating', shape.heating.unwrap().options),
  cooling: choice(read, 'cooling', shape.cooling.unwrap().options),
  tvs: tvsOf(read),
  laundry: choice(read, 'laundry', shape.laundry.unwrap().options),
  linens: checkedOf(read, 'linens', shape.linens.unwrap().element.options),
}))

export const safetyForm = factForm('safety', (read) => ({
  children: known({
    cribs: count(read, 'children-cribs'),
    highChairs: count(read, 'children-chairs'),
    gates: isChecked(read, 'children-gates'),
  }),
  safety: checkedOf(read, 'safety', shape.safety.unwrap().element.options),
}))

const TIME = 'Please enter a time, such as 10:00 PM'
const timeField = boundedText(20, TIME)
  .transform((text) => timeOfDay(text) ?? '')
  .refine((text) => text !== '', TIME)

function quietHoursOf(read: FieldReader): Facts['quietHours'] {
  const from = read.field('quiet-from', optionalField(timeField))
  const to = read.field('quiet-to', optionalField(timeField))
  if (from && to) return { from, to }
  if (from || to) read.wrong(from ? 'quiet-to' : 'quiet-from', 'Please enter both times, or neither')
  return undefined
}

export const houseRulesForm = factForm('houseRules', (read) => ({
  quietHours: quietHoursOf(read),
  events: choice(read, 'events', shape.events.unwrap().options),
  damage: note(read, 'damage'),
}))
