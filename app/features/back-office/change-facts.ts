import { formatDate, isIsoDate } from '#app/shared/dates.ts'
import { formatMoney } from '#app/shared/money.ts'
import type { HistoryEntry } from './history.ts'

/** What a change recorded: anything that JSON holds. */
type Values = { before: unknown; after: unknown }

const spaced = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]/g, ' ')
    .toLowerCase()
const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

/** A name of the code as words: `Cleaner link revoked`. */
export const nameWords = (name: string) => capitalized(spaced(name))

/** Records hold amounts of money in cents, under these names. */
const MONEY = /(?:amount|price|total|refund|fee|difference|charge|deposit|balance|paid|payment)$/i

function valueWords(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return MONEY.test(name) ? formatMoney(value) : String(value)
  if (typeof value === 'string') return isIsoDate(value) ? formatDate(value, 'long') : value
  if (Array.isArray(value))
    return value
      .map((item) => valueWords(name, item))
      .filter(Boolean)
      .join(', ')
  return Object.entries(value)
    .map(([key, inner]) => [key, valueWords(key, inner)])
    .filter(([key, words]) => words && !isHidden(key ?? ''))
    .map(([key, words]) => `${spaced(key ?? '')} ${words}`)
    .join(', ')
}

/** Ids, versions and the like help to undo, and tell people nothing. */
const isHidden = (name: string) => /(?:^|[a-z])(?:id|ids|version|updatedAt|summary|undo)$/i.test(name)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What was before and after, by name, as text. Values that stayed the same are left out. */
export function factsByName({ before, after }: Values): HistoryEntry['facts'] {
  if (!isRecord(before) && !isRecord(after)) {
    const fact = { name: '', before: valueWords('', before), after: valueWords('', after) }
    return fact.before || fact.after ? [fact] : []
  }
  const from = isRecord(before) ? before : { '': before }
  const to = isRecord(after) ? after : { '': after }
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .filter((name) => !isHidden(name))
    .map((name) => ({
      name: nameWords(name),
      before: valueWords(name, from[name]),
      after: valueWords(name, to[name]),
    }))
    .filter((fact) => fact.before !== fact.after)
}
