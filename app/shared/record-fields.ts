import { linesOf } from './declared-facts.ts'
import { numericFromCents } from './money.ts'
import { timeValue } from './time-of-day.ts'

type Wording = {
  label: string
  /** The label outside its form. */
  short?: string
  hint?: string
  /** It may stay empty. */
  optional?: boolean
  /** The purpose that an empty one prevents, such as "to publish". */
  needed?: string
  /** The message for an operator who leaves it empty. */
  missing?: string
  /** The text where nothing is stored. A choice has an empty option with it. */
  none?: string
  /** The value of an empty field in the record. By default none. */
  empty?: unknown
}

/** A single line of up to `max` characters. */
type LineField = Wording & { kind: 'line'; max: number }
/** Text of several lines. `rows` is the visible number of lines, by default three. */
type TextField = Wording & { kind: 'text'; max: number; rows?: number }
/** Paragraphs with an empty line between them, each a text of the record. */
type ParagraphsField = Wording & { kind: 'paragraphs'; max: number }
/** Short lines, each a text of the record, `most` at most. */
type LinesField = Wording & { kind: 'lines'; max: number; most: number }
/** A whole number, or one in steps of `step`. */
type NumberField = Wording & { kind: 'number'; min: number; max: number; step?: number }
/** An amount from `min` to `max`, in cents. It is typed in dollars. */
type MoneyField = Wording & { kind: 'money'; min: number; max: number }
/** One of a few: each stored value with its label. */
type ChoiceField<Value extends string = string> = Wording & { kind: 'choice'; options: Record<Value, string> }
/** Some of many, or none. If it is open, only its page knows the options, and its change checks the choice. */
type ChoicesField<Value extends string = string> = Wording & {
  kind: 'choices'
  options: Record<Value, string>
  isOpen?: true
}
/** A percentage above 0, as decimal text: `10.4`. */
type PercentField = Wording & { kind: 'percent'; max: number }
/** The absolute URL of a page elsewhere. `missing` is also the message for other input. */
type UrlField = Wording & { kind: 'url'; max: number; missing: string }
type EmailField = Wording & { kind: 'email' }
type PhoneField = Wording & { kind: 'phone' }
/** The id of a home. */
type PropertyField = Wording & { kind: 'property' }
/** The ids of homes, in order. */
type PropertiesField = Wording & { kind: 'properties' }
type CheckField = Wording & { kind: 'check' }
/** A day of every year, `05-01`. */
type MonthDayField = Wording & { kind: 'month-day' }
/** A color, `#2f6f62`. */
type ColorField = Wording & { kind: 'color' }
/** A date as `YYYY-MM-DD`. */
type DateField = Wording & { kind: 'date' }
/** A date and time on the clocks of a place, `2027-01-15T11:00`. */
type MomentField = Wording & { kind: 'moment' }
/** A time of day, `10:00 PM`. */
type TimeField = Wording & { kind: 'time' }
/** A number above 0 with up to two decimals. `missing` is also the message for any other text. */
type DecimalField = Wording & { kind: 'decimal'; max: number; missing: string }
/** A value that the form carries and nobody reads, such as the id of an item. */
type HiddenField = Wording & { kind: 'hidden' }
/** The address of a stored image. */
type ImageField = Wording & { kind: 'image' }
/** Fields that belong together. An optional group is absent when all of it is empty but the choices without an empty option. */
type GroupField<Value> = Wording & { kind: 'group'; fields: RecordFields<Value> }
/** A list of items, each called `item`, `most` at most. */
type ListField<Item> = Wording & { kind: 'list'; item: string; most: number; fields: RecordFields<Item> }

type FieldFor<Value> = [Value] extends [string]
  ? string extends Value
    ?
        | (LineField | TextField | ChoiceField | MonthDayField | ColorField)
        | (DateField | MomentField | TimeField | HiddenField | ImageField)
        | (PercentField | UrlField | EmailField | PhoneField | PropertyField)
    : ChoiceField<Value>
  : [Value] extends [number]
    ? NumberField | DecimalField | MoneyField
    : [Value] extends [boolean]
      ? CheckField
      : [Value] extends [readonly (infer Text extends string)[]]
        ? string extends Text
          ? LinesField | ParagraphsField | ChoicesField | PropertiesField
          : ChoicesField<Text>
        : [Value] extends [readonly (infer Item)[]]
          ? ListField<Item>
          : GroupField<Value>

/** Whether a field may stay empty: the record allows its absence, or has another value then. */
type Emptiness<Value> = undefined extends Value
  ? unknown
  : null extends Value
    ? { optional: true; empty: null }
    : { optional?: false } | { optional: true; empty: Value }

/**
 * The fields of a record, or of a part of it, in the order of their form. The form, the words of History and those for
 * a second editor follow from them. `Value` is the input type of the record's schema.
 */
export type RecordFields<Value> = {
  readonly [Name in keyof Value]-?: FieldFor<NonNullable<Value[Name]>> & Emptiness<Value[Name]>
}

/** Of a field that may stay empty, and then is null. */
export const OR_NULL = { optional: true, empty: null } as const

/** A field of any record. */
export type RecordField =
  | LineField
  | TextField
  | ParagraphsField
  | LinesField
  | NumberField
  | DecimalField
  | MoneyField
  | ChoiceField
  | ChoicesField
  | CheckField
  | MonthDayField
  | ColorField
  | PercentField
  | UrlField
  | EmailField
  | PhoneField
  | PropertyField
  | PropertiesField
  | DateField
  | MomentField
  | TimeField
  | HiddenField
  | ImageField
  | (Wording & { kind: 'group'; fields: AnyFields })
  | (Wording & { kind: 'list'; item: string; most: number; fields: AnyFields })

/** The fields of any record, by their names in it. */
export type AnyFields = Readonly<Record<string, RecordField>>

/** The fields of one record as those of any. */
export const anyFields = <Value>(fields: RecordFields<Value>) => fields as unknown as AnyFields

const within = (place: string, label: string) =>
  place ? `${place}, ${label.charAt(0).toLowerCase()}${label.slice(1)}` : label

/** The label of a form's field, by its name: `reasons[0].title` is “Reason 1, title”. Empty if there is none. */
export function fieldLabel(fields: AnyFields, name: string): string {
  let inside: AnyFields = fields
  let label = ''
  for (const [, key = '', index] of name.matchAll(/([^.[\]]+)(?:\[(\d+)\])?/g)) {
    const field = Object.hasOwn(inside, key) ? inside[key] : undefined
    if (!field) return label
    const isItem = field.kind === 'list' && index !== undefined
    label = within(label, isItem ? `${field.item} ${Number(index) + 1}` : field.label)
    inside = field.kind === 'list' || field.kind === 'group' ? field.fields : {}
  }
  return label
}

/** The text of a record: a line for each field that is not empty. */
export const recordLines = <Value>(fields: RecordFields<Value>, value: NoInfer<Value>): string[] =>
  linesOf(anyFields(fields), value)

function typedOf(field: RecordField, value: unknown): unknown {
  if (value === undefined || value === null || value === field.empty) return undefined
  if (field.kind === 'lines') return (value as string[]).join('\n')
  if (field.kind === 'paragraphs') return (value as string[]).join('\n\n')
  if (field.kind === 'money') return numericFromCents(Number(value))
  if (field.kind === 'time') return timeValue(String(value))
  if (field.kind === 'group') return typedIn(field.fields, value)
  if (field.kind === 'list') return (value as unknown[]).map((item) => typedIn(field.fields, item))
  if (field.kind !== 'month-day') return value
  const [month, day] = String(value).split('-')
  return { month: String(Number(month)), day: String(Number(day)) }
}

const typedIn = (fields: AnyFields, value: unknown) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, typedOf(field, (value as Record<string, unknown>)[name])]),
  )

/** A record as its form shows it. */
export const typedRecord = <Value>(fields: RecordFields<Value>, value: NoInfer<Value>): Record<string, unknown> =>
  typedIn(anyFields(fields), value)

/** The addresses of the images in a record. */
export const recordImages = <Value>(fields: RecordFields<Value>, value: NoInfer<Value>): string[] =>
  imagesIn(anyFields(fields), value)

function imagesIn(fields: AnyFields, value: unknown): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const own = (value as Record<string, unknown> | null | undefined)?.[name]
    if (field.kind === 'image') return typeof own === 'string' && own ? [own] : []
    if (field.kind === 'group') return imagesIn(field.fields, own)
    return field.kind === 'list' ? ((own ?? []) as unknown[]).flatMap((item) => imagesIn(field.fields, item)) : []
  })
}
