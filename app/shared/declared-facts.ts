import { formatDate, isIsoDate } from './dates.ts'
import { formatMomentWithYear } from './dates-with-year.ts'
import { centsFromNumeric, formatAmount } from './money.ts'
import { SHORT_MONTHS } from './months.ts'
import { isWallTime, wallTimeWords } from './wall-time.ts'
import { weekdayWords } from './weekdays.ts'
import { countOf, formatCount } from './words.ts'

/**
 * A stored value: its label, and how people read it. The field of a form is one, too. `money` is in cents. `dollars`
 * and `percent` are decimal text. `instant` is a moment in UTC, `property` an id, and `properties` one or several.
 * Items of a list are counted, or named `by` one of their values. `none` is the text where nothing is stored, `short`
 * the label outside its form.
 */
export type FactField =
  | { kind: 'hidden' }
  | ({ label: string; short?: string; none?: string } & (
      | { kind: 'line' | 'text' | 'lines' | 'paragraphs' | 'color' | 'image' | 'check' | 'email' | 'url' | 'phone' }
      | { kind: 'number' | 'decimal' | 'money' | 'percent' | 'minutes' }
      | { kind: 'date' | 'time' | 'month-day' | 'moment' | 'instant' | 'weekdays' }
      | { kind: 'weekday-rows'; value: ValueField }
      | { kind: 'dollars' | 'property' | 'properties' }
      | { kind: 'path'; under: string }
      | { kind: 'choice' | 'choices'; options: Options }
      | { kind: 'group'; fields: FactFields }
      | { kind: 'list'; item: string; by?: string; fields: FactFields }
    ))

/** Stored values, and their labels. */
type Options = Readonly<Record<string, string | { label: string }>>

/** The values of a record, by their names in it. */
export type FactFields = { readonly [name: string]: FactField }

/** A value before and after a change, as text. */
export type Fact = { name: string; before: string; after: string }

/** The names of the homes by id, without which they are counted. And the time zone in which moments are shown. */
export type Known = { properties: ReadonlyMap<string, string> | null; timeZone: string }

const NOTHING_KNOWN: Known = { properties: null, timeZone: 'UTC' }

const within = (place: string, label: string) =>
  place && label ? `${place}, ${label.charAt(0).toLowerCase()}${label.slice(1)}` : place || label

type ValueField = Exclude<FactField, { kind: 'hidden' | 'group' | 'list' }>

const daysWords = (days: number[]) => weekdayWords(days) || 'Every day'

function words(field: ValueField, value: unknown, known: Known): string {
  const { properties, timeZone } = known
  switch (field.kind) {
    case 'choice':
      return optionWords(field.options, String(value))
    case 'choices':
      return (value as string[]).map((one) => optionWords(field.options, one)).join(', ')
    case 'property':
    case 'properties': {
      const ids = [value as string | string[]].flat()
      return properties
        ? ids.map((id) => properties.get(id) ?? 'A home that is gone').join(', ')
        : formatCount(ids.length)
    }
    case 'weekdays':
      return daysWords(value as number[])
    case 'weekday-rows':
      return (value as { days: number[]; value: unknown }[])
        .map((row) => `${daysWords(row.days)} ${words(field.value, row.value, known)}`)
        .join('; ')
    case 'path':
      return `${field.under}${value}`
    case 'check':
      return value ? 'Yes' : 'No'
    case 'money':
      return formatAmount(Number(value))
    case 'dollars':
      return formatAmount(centsFromNumeric(String(value)))
    case 'percent':
      return `${Number(value)}%`
    case 'minutes':
      return countOf(Number(value), 'minute')
    case 'number':
    case 'decimal':
      return formatCount(Number(value))
    case 'date':
      return formatDate(String(value), 'long')
    case 'moment':
      return wallTimeWords(String(value))
    case 'instant':
      return formatMomentWithYear(new Date(String(value)), timeZone)
    case 'lines':
      return (value as string[]).join('; ')
    case 'paragraphs':
      return (value as string[]).join('\n')
    case 'image':
      return String(value).split('/').at(-1) ?? ''
    case 'month-day': {
      const [month, day] = String(value).split('-').map(Number)
      return `${SHORT_MONTHS[(month ?? 1) - 1]} ${day}`
    }
    default:
      return String(value)
  }
}

function optionWords(options: Options, value: string): string {
  const option = Object.hasOwn(options, value) ? options[value] : undefined
  return typeof option === 'object' ? option.label : (option ?? value)
}

const isScalar = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
const isNumeric = (value: unknown) => isScalar(value) && /^-?\d+(?:\.\d+)?$/.test(String(value))
const areScalars = (value: unknown) => Array.isArray(value) && value.every(isScalar)
const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a stored value is of the declared kind. A row may be older than its declaration. */
function isOfKind(field: FactField, value: unknown): boolean {
  switch (field.kind) {
    case 'hidden':
      return true
    case 'group':
      return isObject(value)
    case 'list':
    case 'weekday-rows':
      return Array.isArray(value) && value.every(isObject)
    case 'lines':
    case 'paragraphs':
    case 'choices':
    case 'weekdays':
      return areScalars(value)
    case 'property':
    case 'properties':
      return areScalars([value].flat())
    case 'check':
      return typeof value === 'boolean'
    case 'number':
    case 'decimal':
    case 'money':
    case 'dollars':
    case 'percent':
    case 'minutes':
      return isNumeric(value)
    case 'date':
      return isIsoDate(String(value))
    case 'month-day':
      return isIsoDate(`2028-${value}`)
    case 'moment':
      return isWallTime(String(value))
    case 'instant':
      return typeof value === 'string' && !Number.isNaN(Date.parse(value))
    default:
      return isScalar(value)
  }
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

function entriesOf(fields: FactFields, value: unknown, place: string, known: Known): [label: string, text: string][] {
  if (!isObject(value)) return []
  return Object.entries(fields).flatMap(([name, field]): [string, string][] => {
    if (field.kind === 'hidden') return []
    const own = (value as Record<string, unknown>)[name]
    const label = within(place, field.short ?? field.label)
    if (isEmpty(own)) return field.none ? [[label, field.none]] : []
    if (!isOfKind(field, own)) return []
    if (field.kind === 'group') return entriesOf(field.fields, own, label, known)
    if (field.kind !== 'list') return [[label, words(field, own, known)]]
    return (own as Record<string, unknown>[]).flatMap((item, index) =>
      entriesOf(field.fields, item, itemPlace(field, { item, index, place, known }), known),
    )
  })
}

type Item = { item: Record<string, unknown>; index: number; place: string; known: Known }

function itemPlace(
  { item: name, by, fields }: FactField & { kind: 'list' },
  { item, index, place, known }: Item,
): string {
  const [own] = by ? entriesOf({ by: fields[by] ?? { kind: 'hidden' } }, { by: item[by] }, '', known) : []
  if (!own) return `${within(place, name)} ${index + 1}`
  return place ? `${place}, ${own[1]}` : own[1]
}

/** The text of a record: a line for each value that is not empty. */
export const linesOf = (fields: FactFields, value: unknown): string[] =>
  entriesOf(fields, value, '', NOTHING_KNOWN).map(([label, text]) => `${label}: ${text}`)

/** The text of one stored value; empty if there is none. */
export const factWords = (field: FactField, value: unknown): string =>
  entriesOf({ value: field }, { value }, '', NOTHING_KNOWN)
    .map(([, text]) => text)
    .join('; ')

/** Whether this is the single field of a value that is not a record. */
export const isOne = (declared: FactFields | FactField): declared is FactField => typeof declared.kind === 'string'

/** The values that changed, by label. A value that is not a record has a single field. */
export function factsOf(
  declared: FactFields | FactField,
  { before, after }: { before: unknown; after: unknown },
  known: Known = NOTHING_KNOWN,
): Fact[] {
  const [old, now] = [before, after].map(
    (value) =>
      new Map(
        isOne(declared) ? entriesOf({ value: declared }, { value }, '', known) : entriesOf(declared, value, '', known),
      ),
  )
  return [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])]
    .map((name) => ({ name, before: old?.get(name) ?? '', after: now?.get(name) ?? '' }))
    .filter((fact) => fact.before !== fact.after)
}
