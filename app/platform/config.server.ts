import path from 'node:path'
import { z } from 'zod'
import { PROVIDER_NAMES, type ProviderName, providerOf } from '#app/shared/booking-providers.ts'
import type { StripeAccount } from './gateway/stripe-gateway.server.ts'
import { stripeKeyProblem } from './gateway/stripe-keys.server.ts'
import { isNetwork } from './ip-address.server.ts'
import { isBareAddress, mailbox, origin, stripeKey, whole } from './setting-shapes.server.ts'
import type { S3Account } from './storage/s3-request.server.ts'

/** The providers with or without a search of their own, for the description of the setting. */
const providersWith = (search: boolean) =>
  PROVIDER_NAMES.filter((name) => name !== 'built-in' && (providerOf(name).search !== null) === search)
    .map((name) => `\`${name}\``)
    .join(', ')

const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/

/** Whether a host name (without port) is this machine. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname.toLowerCase())
}

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
  S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://s3.us-east-1.amazonaws.com', abort: true })
    .refine((text) => isBareAddress(text), 'must be an address without a user, a query or a fragment')
    .optional()
    .describe(
      'An S3-compatible store for images (Amazon, Google’s `https://storage.googleapis.com`, MinIO). It needs the four settings below. Without it, images are files in `DATA_DIR`.',
    ),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')
    .optional()
    .describe('An existing bucket. It can stay private, because the site serves the images itself.'),
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
  MAX_STAY_NIGHTS: whole(1, 365).default(60).describe('The longest stay, in nights.'),
  BOOKING_WINDOW_DAYS: whole(1, 1095).default(540).describe('How many days ahead a stay can begin.'),
  QUOTE_HOURS: whole(1, 720).default(24).describe('How many hours a quote can be booked. Its page remains.'),
  HOLD_MINUTES: whole(1, 120)
    .default(15)
    .describe('How many minutes the nights are held for a guest who has started to book.'),
  REQUEST_HOURS: whole(1, 720)
    .default(24)
    .describe('How many hours a booking request waits for your answer before it expires. Guests see this deadline.'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'], 'must be trace, debug, info, warn, error or silent')
    .default('info')
    .describe('The log level: `trace`, `debug`, `info`, `warn`, `error` or `silent`.'),
})

/** The configuration of the site, created once at startup. */
export type Config = {
  port: number
  host: string
  /** An absolute path. */
  dataDir: string
  databaseUrl: string | undefined
  /** The bucket for images; without it they are stored under `dataDir`. */
  s3: S3Account | undefined
  /** `https://host`, without a trailing slash; in demo mode the loopback address. */
  siteUrl: string
  /** True while the site has no public address. */
  demo: boolean
  /** Other sites' origins that may embed the booking engine. */
  embedOrigins: string[]
  /** Rate limits (docs/decisions/030). */
  rateLimit: boolean
  /** Addresses and networks (`10.0.0.0/8`) whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[]
  bookingProvider: { name: ProviderName; site: string }
  /** Card payments; undefined where they are not set up. */
  stripe: StripeAccount | undefined
  /** Contains a password. */
  smtpUrl: string | undefined
  mailFrom: { name: string; address: string } | undefined
  maxStayNights: number
  bookingWindowDays: number
  quoteHours: number
  holdMinutes: number
  requestHours: number
  logLevel: z.infer<typeof settings>['LOG_LEVEL']
}

/** An invalid configuration; the message has one line per setting. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`The settings are not right:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

/**
 * Reads the settings from an environment. An empty variable counts as unset. Throws `ConfigError` with all errors at
 * once.
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path[0]?.toString()} ${issue.message}.`))
  }
  const values = parsed.data
  const demo = !values.SITE_URL || isLoopback(new URL(values.SITE_URL).hostname)
  const problems: string[] = []
  if (demo && !isLoopback(values.HOST)) {
    problems.push(
      `HOST ${values.HOST} is open to others, which demo mode is not made for: set SITE_URL to the public address first.`,
    )
  }
  if (!demo && values.SITE_URL?.startsWith('http:') && !new URL(values.SITE_URL).hostname.endsWith('.localhost')) {
    problems.push(
      `SITE_URL ${values.SITE_URL} has no TLS, and passwords and cards would be open to whoever listens: use https.`,
    )
  }
  if (values.BOOKING_PROVIDER !== 'built-in' && !values.BOOKING_PROVIDER_SITE) {
    problems.push(`BOOKING_PROVIDER_SITE is needed with BOOKING_PROVIDER ${values.BOOKING_PROVIDER}.`)
  }
  const s3 = s3Account(values, problems)
  const stripe = stripeAccount(values, problems)
  const keyProblem = stripe && stripeKeyProblem(stripe, { demo })
  if (keyProblem) problems.push(keyProblem)
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir: path.resolve(values.DATA_DIR),
    databaseUrl: values.DATABASE_URL,
    s3,
    siteUrl: values.SITE_URL ?? `http://127.0.0.1:${values.PORT}`,
    demo,
    embedOrigins: values.EMBED_ORIGINS,
    rateLimit: values.RATE_LIMIT === 'on',
    trustedProxies: values.TRUSTED_PROXIES,
    bookingProvider: { name: values.BOOKING_PROVIDER, site: values.BOOKING_PROVIDER_SITE ?? '' },
    stripe,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM,
    maxStayNights: values.MAX_STAY_NIGHTS,
    bookingWindowDays: values.BOOKING_WINDOW_DAYS,
    quoteHours: values.QUOTE_HOURS,
    holdMinutes: values.HOLD_MINUTES,
    requestHours: values.REQUEST_HOURS,
    logLevel: values.LOG_LEVEL,
  }
}

type Values = z.infer<typeof settings>

/** Either all of these settings or none; a partial set is an error. */
function together<Name extends keyof Values>(values: Values, names: Name[], problems: string[]) {
  const missing = names.filter((name) => !values[name])
  if (missing.length === 0) return values as Values & Record<Name, string>
  if (missing.length < names.length) {
    const given = names.filter((name) => !missing.includes(name))
    problems.push(`${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} needed with ${given.join(', ')}.`)
  }
  return undefined
}

function s3Account(values: Values, problems: string[]): S3Account | undefined {
  const given = together(
    values,
    ['S3_ENDPOINT', 'S3_BUCKET', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
    problems,
  )
  return (
    given && {
      endpoint: given.S3_ENDPOINT,
      bucket: given.S3_BUCKET,
      region: given.S3_REGION,
      accessKeyId: given.S3_ACCESS_KEY_ID,
      secretAccessKey: given.S3_SECRET_ACCESS_KEY,
    }
  )
}

function stripeAccount(values: Values, problems: string[]): StripeAccount | undefined {
  const given = together(values, ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'], problems)
  return (
    given && {
      secretKey: given.STRIPE_SECRET_KEY,
      publishableKey: given.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: given.STRIPE_WEBHOOK_SECRET,
      apiUrl: given.STRIPE_API_URL,
      scriptUrl: given.STRIPE_SCRIPT_URL,
    }
  )
}

/** The configuration of this process. */
export function processConfig(): Config {
  return readConfig(process.env)
}
