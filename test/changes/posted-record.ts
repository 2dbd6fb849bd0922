import { type RecordFields, typedRecord } from '#app/shared/record-fields.ts'

function fieldsOf(value: unknown, name: string): [name: string, text: string][] {
  if (value === undefined || value === null) return [[name, '']]
  if (Array.isArray(value)) return value.flatMap((item, at) => fieldsOf(item, `${name}[${at}]`))
  if (typeof value === 'boolean') return value ? [[name, 'on']] : []
  if (typeof value !== 'object') return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, own]) => fieldsOf(own, name ? `${name}.${key}` : key))
}

/** The posted fields of the form of a record. */
export const postedRecord = <Value>(fields: RecordFields<Value>, value: NoInfer<Value>): Record<string, string> =>
  Object.fromEntries(fieldsOf(typedRecord(fields, value), ''))
