import { isIsoDate } from '#app/shared/dates.ts'
import { type FactField, type FactFields, isOne } from '#app/shared/declared-facts.ts'
import { isUuid } from '#app/shared/uuid.ts'
import { isWallTime } from '#app/shared/wall-time.ts'

/** A count is small. Whatever is larger is an amount in cents that was declared as a count. */
const MOST_COUNT = 999

const isText = (value: unknown) => typeof value === 'string'
const areTexts = (value: unknown) => Array.isArray(value) && value.every(isText)
const isOption = (field: FactField, value: unknown) => 'options' in field && Object.hasOwn(field.options, String(value))

function fits(field: Exclude<FactField, { kind: 'hidden' | 'group' | 'list' }>, value: unknown): boolean {
  switch (field.kind) {
    case 'line':
    case 'text':
    case 'path':
    case 'color':
    case 'email':
    case 'url':
    case 'phone':
    case 'time':
      return isText(value) && !isUuid(value as string) && !isIsoDate(value as string)
    case 'lines':
    case 'paragraphs':
      return areTexts(value)
    case 'image':
      return isText(value)
    case 'weekdays':
      return Array.isArray(value) && value.every((day) => typeof day === 'number')
    case 'weekday-rows':
      return (value as { value: unknown }[]).every((row) => fits(field.value, row.value))
    case 'check':
      return typeof value === 'boolean'
    case 'number':
    case 'minutes':
      return typeof value === 'number' && Math.abs(value) <= MOST_COUNT
    case 'money':
      return Number.isInteger(value)
    case 'dollars':
    case 'percent':
    case 'decimal':
      return Number.isFinite(Number(value))
    case 'date':
      return isIsoDate(String(value))
    case 'month-day':
      return isIsoDate(`2028-${value}`)
    case 'moment':
      return isWallTime(String(value))
    case 'instant':
      return isText(value) && !Number.isNaN(Date.parse(value as string))
    case 'choice':
      return isOption(field, value)
    case 'choices':
      return areTexts(value) && (value as string[]).every((one) => isOption(field, one))
    case 'property':
    case 'properties':
      return [value].flat().every((id) => isText(id) && isUuid(id as string))
  }
}

/** Recorded values that a change does not declare, by path; and values of another kind than declared. */
export function undeclared(declared: FactFields | FactField, value: unknown, path = ''): string[] {
  if (value === null || value === undefined || value === '') return []
  if (isOne(declared)) {
    if (declared.kind === 'hidden') return []
    if (declared.kind === 'group') return undeclared(declared.fields, value, path)
    if (declared.kind === 'list')
      return (value as unknown[]).flatMap((item, index) => undeclared(declared.fields, item, `${path}[${index}]`))
    return fits(declared, value) ? [] : [`${path}: ${JSON.stringify(value)} is no ${declared.kind}`]
  }
  if (typeof value !== 'object' || Array.isArray(value)) return [`${path}: ${JSON.stringify(value)} is no record`]
  return Object.entries(value)
    .filter(([name]) => name !== 'undo')
    .flatMap(([name, own]) => {
      const field = Object.hasOwn(declared, name) ? declared[name] : undefined
      return field ? undeclared(field, own, `${path}.${name}`) : [`${path}.${name} is not declared`]
    })
}

const RAW = [
  /\b[0-9a-f]{8}-[0-9a-f]{4}-/,
  /\b\d{4}-\d{2}-\d{2}/,
  /\b[a-z]+[A-Z][a-z]+/,
  /^[a-z]+(?:-[a-z]+)+$/,
  /^\d{4,}$/,
  /\[object |\b(?:null|undefined|true|false)\b/,
]

/** Words that the cases type, or that are said within a sentence. */
const TYPED = ['mia', 'ben', 'cash', 'home', 'cabin', 'yes', 'published']

/** Whether a text is that of a program: an id, a key, an amount in cents. */
export const isRaw = (text: string): boolean =>
  RAW.some((pattern) => pattern.test(text)) || (/^[a-z]+$/.test(text) && !TYPED.includes(text))
