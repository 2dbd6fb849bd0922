import { type Config, isLoopback } from '#app/platform/config.server.ts'

/** A sentence for each service on another machine that is configured without TLS. */
export function unencryptedWarnings({
  databaseUrl,
  s3,
  backup,
  smtpUrl,
}: Pick<Config, 'databaseUrl' | 's3' | 'backup' | 'smtpUrl'>): string[] {
  const warnings: string[] = []
  const database = databaseUrl && new URL(databaseUrl)
  // Without a host name it is a socket of this machine.
  if (database && database.hostname !== '' && !isLoopback(database.hostname) && !hasTls(database.searchParams)) {
    warnings.push(`the database at ${database.host} is used without TLS: add ?sslmode=verify-full to DATABASE_URL`)
  }
  const account = s3 ?? (typeof backup.to === 'object' ? backup.to.account : undefined)
  const store = account && new URL(account.endpoint)
  if (store?.protocol === 'http:' && !isLoopback(store.hostname)) {
    warnings.push(`${s3 ? 'images' : 'backups'} go to ${store.host} and back without TLS: use https in S3_ENDPOINT`)
  }
  const mail = smtpUrl && new URL(smtpUrl)
  // With a user name in the URL, TLS is required anyway.
  if (mail && mail.protocol === 'smtp:' && mail.username === '' && !isLoopback(mail.hostname)) {
    warnings.push(`mail may go to ${mail.host} without TLS: use smtps in SMTP_URL, or a user name, which requires TLS`)
  }
  return warnings
}

const hasTls = (query: URLSearchParams) =>
  (query.get('sslmode') ?? 'disable') !== 'disable' || query.get('ssl') === 'true'
