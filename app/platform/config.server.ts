import path from 'node:path'
import type { ProviderName } from '#app/shared/booking-providers.ts'
import type { StripeAccount } from './gateway/stripe-gateway.server.ts'
import { stripeKeyProblem } from './gateway/stripe-keys.server.ts'
import { type Settings, settings } from './settings.server.ts'
import type { S3Account } from './storage/s3-request.server.ts'

const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/

/** Whether a host name (without port) is this machine. */
export function isLoopback(hostname: string): boolean {
  return LOOPBACK.test(hostname.toLowerCase())
}

/** The configuration of the site, created once at startup. */
export type Config = {
  /** The tasks of this process: it serves pages, runs jobs, or both. */
  role: Settings['ROLE']
  port: number
  host: string
  /** An absolute path. */
  dataDir: string
  databaseUrl: string | undefined
  /** The standby that searches read from. */
  databaseReadUrl: string | undefined
  /** The bucket for images; without it they are stored under `dataDir`. */
  s3: S3Account | undefined
  /** The place of backups, and how many days, weeks and months retain one. */
  backup: {
    /** The store of `s3://bucket/folder`, with that folder, or an absolute path. */
    to: string | { account: S3Account; folder: string }
    /** Whether one is made every night. */
    daily: boolean
    keep: { days: number; weeks: number; months: number }
  }
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
  /** Replaces the addresses of the channel manager in tests. */
  channexApiUrl: string | undefined
  /** Contains a password. */
  smtpUrl: string | undefined
  mailFrom: { name: string; address: string } | undefined
  /**
   * The mailbox that answers arrive in, and its address if it takes what follows a plus sign. `url` contains a
   * password.
   */
  mailbox: { url: string; replyAddress: string | undefined } | undefined
  maxStayNights: number
  bookingWindowDays: number
  quoteHours: number
  holdMinutes: number
  requestHours: number
  /** After how many days without use, and in any case, an operator's session ends. */
  sessionIdleDays: number
  sessionDays: number
  /** The port for Prometheus; undefined where nothing is measured. */
  metricsPort: number | undefined
  logLevel: Settings['LOG_LEVEL']
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
  problems.push(...addressProblems(values, demo))
  if (values.BOOKING_PROVIDER !== 'built-in' && !values.BOOKING_PROVIDER_SITE) {
    problems.push(`BOOKING_PROVIDER_SITE is needed with BOOKING_PROVIDER ${values.BOOKING_PROVIDER}.`)
  }
  if (!values.DATABASE_URL) problems.push(...embeddedProblems(values))
  const account = s3Account(values, problems)
  const dataDir = path.resolve(values.DATA_DIR)
  const backup = backupOf(values, dataDir, account)
  const stripe = stripeAccount(values, problems)
  const keyProblem = stripe && stripeKeyProblem(stripe, { demo })
  if (keyProblem) problems.push(keyProblem)
  if (problems.length > 0) throw new ConfigError(problems)
  return {
    role: values.ROLE,
    port: values.PORT,
    host: values.HOST,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    s3: account && values.S3_BUCKET ? { ...account, bucket: values.S3_BUCKET } : undefined,
    backup,
    siteUrl: values.SITE_URL ?? `http://127.0.0.1:${values.PORT}`,
    demo,
    embedOrigins: values.EMBED_ORIGINS,
    rateLimit: values.RATE_LIMIT === 'on',
    trustedProxies: values.TRUSTED_PROXIES,
    bookingProvider: { name: values.BOOKING_PROVIDER, site: values.BOOKING_PROVIDER_SITE ?? '' },
    stripe,
    channexApiUrl: values.CHANNEX_API_URL,
    smtpUrl: values.SMTP_URL,
    mailbox: values.IMAP_URL ? { url: values.IMAP_URL, replyAddress: values.REPLY_ADDRESS } : undefined,
    mailFrom: values.MAIL_FROM,
    maxStayNights: values.MAX_STAY_NIGHTS,
    bookingWindowDays: values.BOOKING_WINDOW_DAYS,
    quoteHours: values.QUOTE_HOURS,
    holdMinutes: values.HOLD_MINUTES,
    requestHours: values.REQUEST_HOURS,
    sessionIdleDays: values.SESSION_IDLE_DAYS,
    sessionDays: values.SESSION_DAYS,
    metricsPort: values.METRICS_PORT,
    logLevel: values.LOG_LEVEL,
  }
}

/** Either all of these settings or none; a partial set is an error. */
function together<Name extends keyof Settings>(values: Settings, names: Name[], problems: string[]) {
  const missing = names.filter((name) => !values[name])
  if (missing.length === 0) return values as Settings & Record<Name, string>
  if (missing.length < names.length) {
    const given = names.filter((name) => !missing.includes(name))
    problems.push(`${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} needed with ${given.join(', ')}.`)
  }
  return undefined
}

/** Without a bucket, the account is only for backups. */
function s3Account(values: Settings, problems: string[]): Omit<S3Account, 'bucket'> | undefined {
  const names = ['S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  const isBackup = values.BACKUP_TO?.startsWith('s3:')
  const given = isBackup
    ? together(values, [...names], problems)
    : together(values, ['S3_ENDPOINT', 'S3_BUCKET', ...names.slice(1)], problems)
  if (isBackup && !names.some((name) => values[name])) problems.push(`${names.join(', ')} are needed with BACKUP_TO.`)
  return (
    given && {
      endpoint: given.S3_ENDPOINT,
      region: given.S3_REGION,
      accessKeyId: given.S3_ACCESS_KEY_ID,
      secretAccessKey: given.S3_SECRET_ACCESS_KEY,
    }
  )
}

function backupOf(values: Settings, dataDir: string, account: Omit<S3Account, 'bucket'> | undefined): Config['backup'] {
  const [days = 0, weeks = 0, months = 0] = (values.BACKUP_KEEP.match(/\d+/g) ?? []).map(Number)
  const place = values.BACKUP_TO ?? path.join(dataDir, 'backups')
  const [, bucket = '', folder = ''] = /^s3:\/\/([^/]+)\/?(.*)$/.exec(place) ?? []
  const to = account && bucket ? { account: { ...account, bucket }, folder } : path.resolve(place)
  return { to, daily: values.BACKUP_TO !== undefined, keep: { days, weeks, months } }
}

function addressProblems(values: Settings, demo: boolean): string[] {
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
  return problems
}

function embeddedProblems({ ROLE, DATABASE_READ_URL }: Settings): string[] {
  const problems: string[] = []
  if (ROLE !== 'all') {
    problems.push(`ROLE ${ROLE} needs DATABASE_URL: only one process can use the embedded database.`)
  }
  if (DATABASE_READ_URL) problems.push('DATABASE_READ_URL needs DATABASE_URL: the embedded database has no standby.')
  return problems
}

function stripeAccount(values: Settings, problems: string[]): StripeAccount | undefined {
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
