import type { RecordColumn } from '#app/shared/record-columns.ts'
import type { RecordFields } from '#app/shared/record-fields.ts'
import { TOKEN_SCOPES, type TokenScope } from '#app/shared/roles.ts'

/** How long a token works, in days. */
const TOKEN_DAYS = { '30': '30 days', '90': '90 days', '365': 'A year' } as const

type TokenText = { name: string; scopes: TokenScope[] }

export const TOKEN_COLUMNS: RecordColumn<TokenText>[] = ['name', 'scopes']

export const TOKEN_FIELDS: RecordFields<TokenText> = {
  name: {
    kind: 'line',
    label: 'Name',
    hint: 'Which program it is for. History says it.',
    max: 60,
    missing: 'Please enter a name',
  },
  scopes: {
    kind: 'choices',
    label: 'It may',
    short: 'May',
    options: TOKEN_SCOPES,
    missing: 'Please choose what it may do',
  },
}

/** The same with the duration of a new one. */
export const NEW_TOKEN_FIELDS: RecordFields<{ name: string; scopes: TokenScope[]; days: keyof typeof TOKEN_DAYS }> = {
  ...TOKEN_FIELDS,
  days: { kind: 'choice', label: 'It works for', options: TOKEN_DAYS },
}

/** A token as operators see it: never itself. Moments are text. */
export type ListedToken = {
  id: string
  name: string
  scopes: TokenScope[]
  until: string
  hasEnded: boolean
  lastUsed: string | null
}
