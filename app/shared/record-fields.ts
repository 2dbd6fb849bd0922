import { linesOf } from './declared-facts.ts'
import { typedAmount } from './money.ts'
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
/** Short lines, each a text of the record, `most` at most. With `item`, its name, each is a row that can be moved. */
type LinesField = Wording & { kind: 'lines'; max: number; most: number; item?: string }
/** A whole number, or one in steps of `step`. */
type NumberField = Wording & { kind: 'number'; min: number; max: number; step?: number }
/** An amount from `min` to `max`, in cents. It is typed in dollars. */
type MoneyField = Wording & { kind: 'money'; min: number; max: number }
/** One of a few: each stored value with its label. With `sentences` below some of them, they are radio buttons. */
type ChoiceField<Value extends string = string> = Wording & {
  kind: 'choice'
  options: Record<Value, string>
  sentences?: Partial<Record<Value, string>>
}
/** Weekdays, 0 for Sunday. */
type WeekdaysField = Wording & { kind: 'weekdays' }
/** Weekdays with a value, such as a price. */
export type WeekdayRow = { days: number[]; value: number }
/** Rows of weekdays, each day in one of them. The label of `value` is its unit. */
type WeekdayRowsField = Wording & { kind: 'weekday-rows'; value: NumberField | MoneyField }
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
/** The ids of homes, in order. */
type PropertiesField = Wording & { kind: 'properties' }
type CheckField = Wording & { kind: 'check' }
/**
 * A text in a known format. A date is `YYYY-MM-DD`, a day of every year `05-01`, a moment `2027-01-15T11:00` on the
 * clocks of a place. A time of day is `10:00 PM`, a color `#2f6f62`. A home is its id, an image its address. A hidden
 * one is carried by the form and read by nobody, such as the id of an item.
 */
export type FormatField = Wording & {
  kind: 'date' | 'month-day' | 'moment' | 'time' | 'email' | 'phone' | 'color' | 'property' | 'image' | 'hidden'
}
/** A number above 0 with up to two decimals. `missing` is also the message for any other text. */
type DecimalField = Wording & { kind: 'decimal'; max: number; missing: string }
/** Fields that belong together. An optional group is absent when all of it is empty but the choices without an empty option. */
type GroupField<Value> = Wording & { kind: 'group'; fields: RecordFields<Value> }
/** A list of items, each called `item`, `most` at most. */
type ListField<Item> = Wording & { kind: 'list'; item: string; most: number; fields: RecordFields<Item> }

type ItemsField<Item> = [Item] extends [string]
  ? string extends Item
    ? LinesField | ParagraphsField | ChoicesField | PropertiesField
    : ChoicesField<Item>
  : [Item] extends [number]
    ? WeekdaysField
    : [Item] extends [WeekdayRow]
      ? WeekdayRowsField
      : ListField<Item>

type FieldFor<Value> = [Value] extends [string]
  ? string extends Value
    ? LineField | TextField | ChoiceField | FormatField | PercentField | UrlField
    : ChoiceField<Value>
  : [Value] extends [number]
    ? NumberField | DecimalField | MoneyField
    : [Value] extends [boolean]
      ? CheckField
      : [Value] extends [readonly (infer Item)[]]
        ? ItemsField<Item>
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
  | FormatField
  | WeekdaysField
  | WeekdayRowsField
  | PercentField
  | UrlField
  | PropertiesField
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

/** Rows of weekdays as the form shows them: the stored ones, and a free one. */
const typedRows = (field: WeekdayRowsField, rows: WeekdayRow[]) => [
  ...rows.map(({ days, value }) => ({ days, value: typedOf(field.value, value) })),
  { days: [], value: '' },
]

function typedOf(field: RecordField, value: unknown): unknown {
  if (value === undefined || value === null || value === field.empty) return undefined
  if (field.kind === 'lines') return (value as string[]).join('\n')
  if (field.kind === 'paragraphs') return (value as string[]).join('\n\n')
  if (field.kind === 'money') return typedAmount(Number(value))
  if (field.kind === 'weekday-rows') return typedRows(field, value as WeekdayRow[])
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
