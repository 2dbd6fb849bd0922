import { and, eq, ne, sql } from 'drizzle-orm'
import type { Tx } from '#app/platform/db/database.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import { emailInput } from '#app/shared/input/typed-input.ts'
import { users } from './operators.tables.server.ts'

const EMAIL = 'Please enter an email address, such as maria@example.com'

/** The address of an account. */
export const emailField = emailInput(EMAIL)

/** Whether another account than `id` has this address, in any case. */
export const isEmailTaken = async (tx: Tx, email: string, id?: string) =>
  (await tx.$count(users, and(sql`lower(${users.email}) = lower(${email})`, id ? ne(users.id, id) : undefined))) > 0

/** The address for a test email: the account's own, else the site's. */
export async function addressForTests(tx: Tx, by: Pick<Operator, 'id'>, site: { email: string }): Promise<string> {
  const [own] = by.id ? await tx.select({ email: users.email }).from(users).where(eq(users.id, by.id)) : []
  return own?.email ?? site.email
}
