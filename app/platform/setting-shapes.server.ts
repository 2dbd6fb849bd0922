import { z } from 'zod'
import { emailFrom } from '#app/shared/input/email-address.ts'

/** A whole number in a range. */
export const whole = (least: number, most: number) =>
  z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(least, `must be at least ${least}`)
    .max(most, `must be at most ${most}`)

/** A URL without a path: `https://www.example.com`. */
export const origin = z
  .url({ protocol: /^https?$/, error: 'must be an address such as https://www.example.com', abort: true })
  .refine((text) => URL.canParse(text) && new URL(text).pathname === '/' && !new URL(text).search, 'must have no path')
  .transform((text) => new URL(text).origin)

/** A Stripe key, identified by its prefix. */
export const stripeKey = (pattern: RegExp, example: string) =>
  z.string().regex(pattern, `must be of Stripe, such as ${example}`).optional()

/** A URL without user, password, query or fragment. */
export function isBareAddress(text: string): boolean {
  const { username, password, search, hash } = new URL(text)
  return !(username || password || search || hash)
}

const MAILBOX = /^(?:([^<>"\p{Cc}]*?)\s*<([^<>\s]+)>|([^<>\s]+))$/u

/** `Name <address>` or a bare address, on one line. */
export const mailbox = z
  .string()
  .trim()
  .transform((text) => {
    const [, name = '', named, alone] = MAILBOX.exec(text) ?? []
    return { name: name.trim(), address: emailFrom(named ?? alone ?? '') ?? '' }
  })
  .refine(({ address }) => address !== '', 'must be such as Lit Windows <hello@example.com>')

/** A folder, or `s3://bucket/folder`. */
export const backupPlace = z
  .string()
  .trim()
  .refine(
    (text) =>
      !text.startsWith('s3:') || /^s3:\/\/[a-z0-9][a-z0-9._-]{1,61}[a-z0-9](?:\/[a-z0-9][a-z0-9._-]*)*$/i.test(text),
    'must be a folder, or such as s3://bucket/folder',
  )

/** How many days, weeks and months keep a backup, as text. */
export const backupCounts = z
  .string()
  .regex(/^\d{1,3} daily, \d{1,3} weekly, \d{1,3} monthly$/, 'must be such as 7 daily, 4 weekly, 12 monthly')
