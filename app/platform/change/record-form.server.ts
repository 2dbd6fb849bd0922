import { z } from 'zod'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import {
  emailInput,
  emailOrNone,
  lineInput,
  optionalLine,
  optionalNumber,
  optionalPhone,
  optionalText,
  phoneInput,
  textInput,
} from '#app/shared/input/typed-input.ts'
import {
  type AnyFields,
  anyFields,
  type FormatField,
  type RecordField,
  type RecordFields,
} from '#app/shared/record-fields.ts'
import { timeOfDay } from '#app/shared/time-of-day.ts'
import { isWallTime } from '#app/shared/wall-time.ts'
import {
  amountField,
  checkedField,
  checkField,
  dateField,
  monthDayField,
  optionalField,
  percentField,
} from './fields.server.ts'
import { weekdayRows, weekdaysField } from './weekday-fields.server.ts'

const plain = new Intl.NumberFormat('en-US')

const EMPTY = 'Please fill this in'
const NO_IMAGE = 'Please choose an image'
const NO_MOMENT = 'Please choose a date and a time'
const NO_TIME = 'Please enter a time, such as 10:00 PM'
const NO_CHOICE = 'Please choose one of the list'
const MOST_TEXT = 20_000

const longest = (max: number) => ({ max, tooLong: `Please keep this to ${plain.format(max)} characters` })
const required = (max: number, missing = EMPTY) => ({ ...longest(max), min: 1, tooShort: missing })

/** Lines, or paragraphs, of a text area. Empty ones are left out. */
function several(between: RegExp, { max, most = 100, optional }: { max: number; most?: number; optional?: boolean }) {
  const tooLong = `Please keep each to ${plain.format(max)} characters`
  return boundedText(MOST_TEXT, `Please keep this to ${plain.format(MOST_TEXT)} characters`)
    .transform((text) =>
      text
        .replaceAll('\r\n', '\n')
        .split(between)
        .filter((part) => part.trim()),
    )
    .pipe(
      z
        .array(textInput({ ...required(max), tooLong }))
        .max(most, `There can be ${most} at most`)
        .min(optional ? 0 : 1, EMPTY),
    )
}

const moment = boundedText(20, NO_MOMENT).refine(isWallTime, NO_MOMENT)

const imageAddress = boundedText(500, NO_IMAGE, NO_IMAGE).refine((path) => path.startsWith('/objects/'), NO_IMAGE)

function numberOf({ min, max, step = 1, optional, missing }: RecordField & { kind: 'number' }) {
  const range = `from ${min} to ${plain.format(max)}`
  const words =
    step === 1 ? `Please enter a whole number ${range}` : `Please enter a number ${range}, in steps of ${step}`
  const number = optionalNumber({ min, max, step, tooLow: words, tooHigh: words, offStep: words })
  return optional ? number : z.pipe(number, z.number(missing ?? words))
}

/** Whether a choice has an empty option. */
const hasEmpty = ({ optional, none }: RecordField) => optional || none !== undefined

/** Whether nothing was typed. A choice without an empty option always has a value. */
function isBlank(fields: AnyFields, typed: unknown): boolean {
  return Object.entries(fields).every(([name, field]) => {
    const own = (typed as Record<string, unknown> | null | undefined)?.[name]
    if (field.kind === 'hidden' || (field.kind === 'choice' && !hasEmpty(field))) return true
    if (field.kind === 'choices' || field.kind === 'properties') return !(own as unknown[] | string | undefined)?.length
    if (field.kind === 'group') return isBlank(field.fields, own)
    if (field.kind === 'month-day') return !Object.values(own ?? {}).some(Boolean)
    return own === undefined || (typeof own === 'string' && own.trim() === '')
  })
}

const emptied = (isEmpty: (typed: unknown) => boolean, schema: z.core.$ZodType) =>
  z.preprocess((typed) => (isEmpty(typed) ? undefined : typed), z.optional(schema))

/** A required field has a message for being empty only if it declares one. */
const checked = (one: z.ZodType<string, string>, { missing, optional }: RecordField) =>
  checkedField(one)
    .transform((values) => [...new Set(values)])
    .refine((values) => !missing || values.length > 0, missing)
    .transform((values) => (optional && values.length === 0 ? undefined : values))

const emailOf = ({ optional, missing }: RecordField) =>
  optional
    ? z.pipe(
        emailOrNone(missing),
        z.transform((email) => email ?? undefined),
      )
    : emailInput(missing)

const choiceOf = ({ options, missing = NO_CHOICE }: RecordField & { kind: 'choice' }) =>
  z.enum(Object.keys(options), missing)

const webAddress = z.url({ protocol: /^https$/, hostname: z.regexes.domain })

function urlOf({ optional, max, missing }: RecordField & { kind: 'url' }) {
  const address = (optional ? optionalLine(longest(max)) : lineInput(required(max, missing))) as z.core.$ZodType<
    string | undefined
  >
  return z.pipe(
    address,
    z.optional(z.string()).refine((text) => !text || webAddress.safeParse(text).success, missing),
  )
}

/** `10:00 PM`, from a typed or chosen time. */
const time = boundedText(20, NO_TIME)
  .transform((text) => timeOfDay(text) ?? '')
  .refine((text) => text !== '', NO_TIME)

const decimalOf = ({ max, missing }: RecordField & { kind: 'decimal' }) =>
  boundedText(10, missing)
    .trim()
    .regex(/^\d*(\.\d{1,2})?$/, missing)
    .transform(Number)
    .refine((number) => number > 0 && number <= max, missing)

/** The schema of a field. An empty field gets the default of the record. */
function schemaOf(field: RecordField): z.core.$ZodType {
  const { empty } = field
  const schema = typedSchema(field)
  return empty === undefined
    ? schema
    : z.pipe(
        schema,
        z.transform((typed) => (typed === undefined ? empty : typed)),
      )
}

function formatSchema(field: FormatField): z.core.$ZodType {
  const { optional, missing } = field
  switch (field.kind) {
    case 'color':
      return optional ? optionalLine(longest(7)) : lineInput(required(7))
    case 'property':
      return optional ? optionalField(z.guid()) : z.guid(missing ?? 'Please choose a home')
    case 'email':
      return emailOf(field)
    case 'phone':
      return optional ? optionalPhone() : phoneInput()
    case 'date':
      return optional ? optionalField(dateField) : dateField
    case 'time':
      return optional ? optionalField(time) : z.pipe(optionalField(time), z.string(missing ?? NO_TIME))
    case 'moment':
      return optional ? optionalField(moment) : moment
    case 'hidden':
      return optionalField(boundedText(100))
    case 'image':
      return optional ? emptied((typed) => !typed, imageAddress) : imageAddress
    case 'month-day':
      return optional ? emptied((typed) => isBlank({ day: field }, { day: typed }), monthDayField) : monthDayField
  }
}

function typedSchema(field: RecordField): z.core.$ZodType {
  const { optional } = field
  switch (field.kind) {
    case 'line':
      return optional ? optionalLine(longest(field.max)) : lineInput(required(field.max, field.missing))
    case 'text':
      return optional ? optionalText(longest(field.max)) : textInput(required(field.max, field.missing))
    case 'lines':
      return several(/\n/, field)
    case 'paragraphs':
      return several(/\n\s*\n/, field)
    case 'number':
      return numberOf(field)
    case 'check':
      return optional ? checkField.transform((isChecked) => isChecked || undefined) : checkField
    case 'choice':
      return optional ? emptied((typed) => !typed, choiceOf(field)) : choiceOf(field)
    case 'weekdays':
      return weekdaysField
    case 'weekday-rows':
      return weekdayRows(typedSchema({ ...field.value, optional: true }))
    case 'choices':
      return checked(field.isOpen ? boundedText(100) : z.enum(Object.keys(field.options)), field)
    case 'properties':
      return checked(z.guid(), field).transform((ids) => ids?.toSorted())
    case 'url':
      return urlOf(field)
    case 'percent':
      return optional ? optionalField(percentField(field.max)) : percentField(field.max)
    case 'money':
      return optional ? optionalField(amountField(field.min, field.max)) : amountField(field.min, field.max)
    case 'decimal':
      return optional ? optionalField(decimalOf(field)) : decimalOf(field)
    case 'group':
      return optional
        ? emptied((typed) => isBlank(field.fields, typed), objectOf(field.fields))
        : objectOf(field.fields)
    case 'list':
      return z
        .array(objectOf(field.fields))
        .max(field.most, `There can be ${field.most} at most. Please remove one.`)
        .optional()
        .transform((items) => items ?? [])
    default:
      return formatSchema(field)
  }
}

/** A part of a form without any text is not posted at all. */
const objectOf = (fields: AnyFields) =>
  z.preprocess(
    (typed) => typed ?? {},
    z.object(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]))),
  )

/** The schema of the form with these fields. Empty fields are left out of the record. */
export const formOf = <Value>(fields: RecordFields<Value>) =>
  objectOf(anyFields(fields)) as unknown as z.ZodType<Value, Record<string, unknown>>
