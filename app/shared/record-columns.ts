import { factWords } from './declared-facts.ts'
import { type AnyFields, anyFields, type RecordFields } from './record-fields.ts'

/**
 * A column of a list of records: a field by its name, or words made of several. A record declares its columns beside
 * its fields. The first one names it.
 */
export type RecordColumn<Value> =
  | (keyof Value & string)
  | { heading: string; isFigure?: true; words: (value: Value) => string }

/** A column with its heading. `isFigure`: an amount or a count. */
type ReadColumn<Value> = { heading: string; isFigure: boolean; words: (value: Value) => string }

const FIGURES = new Set(['number', 'decimal', 'money', 'percent'])

/** The declared columns, each of a field with the words of History. */
export const readColumns = <Value>(
  fields: RecordFields<Value>,
  columns: readonly RecordColumn<NoInfer<Value>>[],
): ReadColumn<Value>[] =>
  columns.flatMap((column) => {
    if (typeof column !== 'string') return [{ isFigure: false, ...column }]
    const field = (anyFields(fields) as AnyFields)[column]
    if (!field || field.kind === 'hidden') return []
    return [
      {
        heading: field.short ?? field.label,
        isFigure: FIGURES.has(field.kind),
        words: (value) => factWords(field, value[column]),
      },
    ]
  })
