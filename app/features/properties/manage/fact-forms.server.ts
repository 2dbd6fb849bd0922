import { z } from 'zod'
import { checkedField, checkField, optionalField, wholeField } from '#app/platform/change/fields.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { optionalLine } from '#app/shared/input/typed-input.ts'
import { factsSchema } from '../facts.ts'
import { timeOfDay } from './time-of-day.ts'

const { shape } = factsSchema
const note = optionalLine({ max: 200, tooLong: 'Please keep this to 200 characters' })
const count = optionalField(wholeField(0, 200))
const box = checkField.transform((isChecked) => isChecked || undefined)

/** One of a list, or not said. */
const choice = <const Values extends readonly string[]>(values: Values) =>
  optionalField(z.enum(values, { error: 'Please choose one of the list' }))

/** The checked boxes of a list; undefined without any. */
const boxes = <Box extends z.ZodType<unknown, string>>(box: Box) =>
  checkedField(box).transform((checked) => (checked.length > 0 ? checked : undefined))

/** A fact without anything in it is unknown. */
const known = <Fact extends object>(fact: Fact): Fact | undefined =>
  Object.values(fact).some((value) => value !== undefined) ? fact : undefined

/** A fact that needs `main`, if anything of it is known. */
const knownBy =
  <Main extends string>(main: Main, message: string) =>
  <Fact extends { [Key in Main]?: unknown }>(fact: Fact, { issues }: z.core.$RefinementCtx) => {
    if (fact[main] === undefined && known(fact)) {
      issues.push({ code: 'custom', path: [main], message, input: undefined })
    }
    return fact[main] === undefined ? undefined : (fact as Fact & { [Key in Main]: NonNullable<Fact[Key]> })
  }

const MILES = 'Please enter miles above 0 and up to 100, such as 0.5'
const miles = boundedText(10, MILES)
  .trim()
  .regex(/^\d{0,3}(\.\d{1,2})?$/, MILES)
  .transform(Number)
  .refine((distance) => distance > 0 && distance <= 100, MILES)

export const arrivalForm = z.object({
  parking: z
    .object({ spaces: count, kind: choice(shape.parking.unwrap().shape.kind.unwrap().options), charger: box, note })
    .transform(knownBy('spaces', 'Please say how many spaces there are')),
  access: z.object({ steps: count, flights: count, elevator: box }).transform(known),
  lift: z
    .object({ to: note, minutes: count, miles: optionalField(miles) })
    .refine((lift) => lift.to === undefined || lift.minutes !== undefined || lift.miles !== undefined, {
      path: ['minutes'],
      error: 'Please enter minutes or miles',
    })
    .transform(knownBy('to', 'Please say where the walk goes, such as the gondola')),
  ski: z
    .object({ storage: choice(shape.ski.unwrap().shape.storage.options), bootDryer: box })
    .transform(knownBy('storage', 'Please choose where the skis go')),
})

export const comfortForm = z.object({
  wifi: z
    .object({ isThere: checkField, mbps: optionalField(wholeField(1, 10_000)), note })
    .transform(({ isThere, ...wifi }) => (isThere ? wifi : known(wifi))),
  heating: choice(shape.heating.unwrap().options),
  cooling: choice(shape.cooling.unwrap().options),
  tvs: z.object({ count, note }).transform(knownBy('count', 'Please say how many TVs there are')),
  laundry: choice(shape.laundry.unwrap().options),
  linens: boxes(shape.linens.unwrap().element),
})

export const safetyForm = z.object({
  children: z.object({ cribs: count, highChairs: count, gates: box }).transform(known),
  safety: boxes(shape.safety.unwrap().element),
})

const TIME = 'Please enter a time, such as 10:00 PM'
const time = optionalField(
  boundedText(20, TIME)
    .transform((text) => timeOfDay(text) ?? '')
    .refine((text) => text !== '', TIME),
)

export const houseRulesForm = z.object({
  quietHours: z.object({ from: time, to: time }).transform(({ from, to }, { issues }) => {
    if (from && to) return { from, to }
    const message = 'Please enter both times, or neither'
    if (from || to) issues.push({ code: 'custom', path: [from ? 'to' : 'from'], message, input: undefined })
    return undefined
  }),
  events: choice(shape.events.unwrap().options),
  damage: note,
})
