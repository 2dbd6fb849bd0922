import { z } from 'zod'
import { PROVIDER_NAMES, providerOf } from '#app/shared/booking-providers.ts'
import { emailFrom } from '#app/shared/input/email-address.ts'
import { isNetwork } from './ip-address.server.ts'
import { backupCounts, backupPlace, isBareAddress, mailbox, origin, stripeKey, whole } from './setting-shapes.server.ts'

/** The providers with or without a search of their own, for the description of the setting. */
const providersWith = (search: boolean) =>
  PROVIDER_NAMES.filter((name) => name !== 'built-in' && (providerOf(name).search !== null) === search)
    .map((name) => `\`${name}\``)
    .join(', ')

const ROLES = ['all', 'web', 'worker'] as const

/**
 * Every setting: its environment variable, its meaning, and a default that is safe on a developer's machine. `forTests`
 * marks settings that operators do not need, `secret` those that are masked when shown. `npm run settings` generates docs/settings.md and .env.example from this
 * schema.
 */
export const settings = z.object({
  PORT: whole(0, 65_535).default(3000).describe('The port the site listens on.'),
  HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('The address it listens on. Anything but loopback needs a public `SITE_URL`.'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('data')
    .describe('The folder for everything the site writes: database, images, emails, dumps.'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be an address such as postgres://user:password@host/database' })
    .optional()
    .meta({
      description: 'A PostgreSQL server (15 or newer). Without it the database is embedded, under `DATA_DIR`.',
      secret: true,
    }),
  DATABASE_READ_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be an address such as postgres://user:password@host/database' })
    .optional()
    .meta({
      description:
        'A standby of `DATABASE_URL` that searches read from. Without it, they ask the primary. See [several machines](scaling.md#searches-on-a-standby).',
      secret: true,
    }),
  ROLE: z
    .enum(ROLES, `must be ${ROLES.join(', ')}`)
    .default('all')
    .describe(
      'What this process does: `web` serves the site, `worker` sends email and runs jobs, `all` does both. See [several machines](scaling.md).',
    ),
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://s3.us-east-1.amazonaws.com', abort: true })
    .refine((text) => isBareAddress(text), 'must be an address without a user, a query or a fragment')
    .optional()
    .describe(
      'An S3-compatible store for images (Amazon, Google’s `https://storage.googleapis.com`, MinIO). It needs the settings below. Without it, images are files in `DATA_DIR`.',
    ),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional()
    .describe(
      'An existing bucket for images. It can stay private, because the site serves the images itself. Leave it out if the store is only for backups.',
    ),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'must be a region such as us-east-1')
    .optional()
    .describe('The region of the bucket: `auto` for Google, `us-east-1` for MinIO.'),
  S3_ACCESS_KEY_ID: z
    .string()
    .trim()
    .optional()
    .describe('An access key that may read, write, delete and list objects. For Google, an HMAC key.'),
  S3_SECRET_ACCESS_KEY: z
    .string()
    .trim()
    .optional()
    .meta({ description: 'The secret of that access key.', secret: true }),
  BACKUP_TO: backupPlace
    .optional()
    .describe(
      'Where a [backup](backups.md) goes every night: a folder on another disk, or `s3://bucket/folder` in the store of `S3_ENDPOINT`. Without it, none is made by itself.',
    ),
  BACKUP_KEEP: backupCounts
    .default('7 daily, 4 weekly, 12 monthly')
    .describe('How many backups are kept; the newest one always is.'),
  SITE_URL: origin
    .optional()
    .describe('The public address of the site, with https. Without it, or with localhost, the site runs in demo mode.'),
  EMBED_ORIGINS: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(origin))
    .default([])
    .describe('Origins of other sites, separated by commas, that may embed the search and the booking form.'),
  RATE_LIMIT: z
    .enum(['on', 'off'], 'must be on or off')
    .default('on')
    .meta({ description: '`off` disables all rate limits, for benchmarks and load tests.', forTests: true }),
  TRUSTED_PROXIES: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(z.string().refine(isNetwork, 'must be addresses or networks such as 10.0.0.7, 10.0.0.0/8')))
    .default([])
    .describe(
      'Addresses or networks of the reverse proxies in front of the site, separated by commas. Only their `X-Forwarded-For` counts.',
    ),
  BOOKING_PROVIDER: z
    .enum(PROVIDER_NAMES, `must be ${PROVIDER_NAMES.join(', ')}`)
    .default('built-in')
    .describe(
      `Who serves search and booking: \`built-in\`, or ${providersWith(true)} for both, or ${providersWith(false)} for booking only. See [booking providers](providers.md).`,
    ),
  BOOKING_PROVIDER_SITE: z
    .string()
    .regex(/^[\w-]+$/, 'must be letters, digits, - and _ only')
    .optional()
    .describe('Your account’s identifier at an outside provider.'),
  STRIPE_SECRET_KEY: stripeKey(/^[sr]k_/, 'sk_live_...').meta({
    description:
      'Turns card payments on, see [payments](payments.md). It needs the two settings below. Without it, guests send booking requests that you answer.',
    secret: true,
  }),
  STRIPE_PUBLISHABLE_KEY: stripeKey(/^pk_/, 'pk_live_...').describe('The Stripe key for the browser.'),
  STRIPE_WEBHOOK_SECRET: stripeKey(/^whsec_/, 'whsec_...').meta({
    description: 'The signing secret of the webhook endpoint `/api/webhooks/stripe`.',
    secret: true,
  }),
  STRIPE_API_URL: origin
    .default('https://api.stripe.com')
    .meta({ description: 'The address of Stripe’s API.', forTests: true }),
  STRIPE_SCRIPT_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://js.stripe.com/endive/stripe.js' })
    .default('https://js.stripe.com/endive/stripe.js')
    .meta({ description: 'The address of Stripe’s script. Only the payment page loads it.', forTests: true }),
  CHANNEX_API_URL: origin
    .optional()
    .meta({ description: 'The address of Channex’s API, for both of its servers.', forTests: true }),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address such as smtps://user:password@smtp.example.com' })
    .optional()
    .meta({
      description:
        'The mail server: `smtps://` for TLS, or `smtp://` for STARTTLS if the server offers it. Without it, each email is a file in `DATA_DIR/mail`.',
      secret: true,
    }),
  MAIL_FROM: mailbox
    .optional()
    .describe(
      'The sender of all email, such as `Lit Windows <hello@example.com>`. Default: the brand and the address that the site shows.',
    ),
  IMAP_URL: z
    .url({ protocol: /^imaps?$/, error: 'must be an address such as imaps://user:password@imap.example.com' })
    .optional()
    .meta({
      description:
        'The mailbox in which guests’ answers arrive, see [inbox](inbox.md): `imaps://` for TLS, or `imap://` for STARTTLS. A folder can follow, such as `/INBOX`. Without it, you read answers in your own mail program.',
      secret: true,
    }),
  REPLY_ADDRESS: z
    .string()
    .transform((typed) => emailFrom(typed) ?? '')
    .refine((address) => address !== '', 'must be an address such as hello@example.com')
    .optional()
    .describe(
      'The address of that mailbox, if it also gets email to `hello+anything@example.com`. Each conversation then has an address for its answers.',
    ),
  MAX_STAY_NIGHTS: whole(1, 365).default(60).describe('The longest stay, in nights.'),
  BOOKING_WINDOW_DAYS: whole(1, 1095).default(540).describe('How many days ahead a stay can begin.'),
  QUOTE_HOURS: whole(1, 720).default(24).describe('How many hours a quote can be booked. Its page remains.'),
  HOLD_MINUTES: whole(1, 120)
    .default(15)
    .describe('How many minutes the nights are held for a guest who has started to book.'),
  REQUEST_HOURS: whole(1, 720)
    .default(24)
    .describe('How many hours a booking request waits for your answer before it expires. Guests see this deadline.'),
  SESSION_IDLE_DAYS: whole(1, 90).default(14).describe('After how many days without use an operator’s session ends.'),
  SESSION_DAYS: whole(1, 365).default(30).describe('After how many days it ends in any case.'),
  METRICS_PORT: whole(1, 65_535)
    .optional()
    .describe('A port for `/metrics`, which Prometheus reads. Let only your own network reach it.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'must be trace, debug, info, warn, error or silent')
    .default('info')
    .describe('The log level: `trace`, `debug`, `info`, `warn`, `error` or `silent`.'),
})

export type Settings = z.infer<typeof settings>
