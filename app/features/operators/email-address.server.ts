import { and, ne, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#app/platform/db/database.server.ts'
import { users } from '#app/platform/db/schema.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'

const EMAIL = 'Please enter an email address, such as maria@example.com'

/** The address of an account. */
export const emailField = boundedText(254, EMAIL)
  .trim()
  .refine((text) => z.email().safeParse(text).success, EMAIL)

/** Whether somebody else than `id` has this address, whatever its case. */
export const isEmailTaken = async (tx: Tx, email: string, id?: string) =>
  (await tx.$count(users, and(sql`lower(${users.email}) = lower(${email})`, id ? ne(users.id, id) : undefined))) > 0
