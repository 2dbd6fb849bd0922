import { sql } from 'drizzle-orm'
import { recordChange } from '#app/platform/change/record-change.server.ts'
import { ACCOUNT_FIELDS, accountsSchema } from './account-fields.ts'
import { getAccountNames } from './bookkeeping.server.ts'
import { accountNames } from './bookkeeping.tables.server.ts'

export const bookkeepingChanges = {
  /** The names of the accounts, as the bookkeeper’s program has them. */
  accounts: recordChange({
    name: 'accounts.changed',
    scope: 'money:write',
    title: 'Names of accounts',
    schema: accountsSchema,
    fields: ACCOUNT_FIELDS,
    lock: async (tx) => {
      await tx.execute(sql`lock table account_names in share row exclusive mode`)
      return getAccountNames(tx)
    },
    read: (names) => names,
    store: async (tx, _, names) => {
      await tx.delete(accountNames)
      await tx.insert(accountNames).values(Object.entries(names).map(([account, name]) => ({ account, name })))
    },
    about: () => ({ subjectId: 'accounts', timeZone: 'UTC' }),
  }),
}
