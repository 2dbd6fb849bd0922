import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.server.ts'

test('a fresh clone runs as a demo on loopback, with no variable set', () => {
  const config = readConfig({})
  expect(config).toMatchObject({ port: 3000, host: '127.0.0.1', demo: true, siteUrl: 'http://127.0.0.1:3000' })
})

test('a public address ends demo mode and binds to all hosts', () => {
  const config = readConfig({ SITE_URL: 'https://stay.example', HOST: '0.0.0.0' })
  expect(config).toMatchObject({ demo: false, host: '0.0.0.0', siteUrl: 'https://stay.example' })
})

test('all errors are reported at once', () => {
  const read = () => readConfig({ PORT: 'many', SITE_URL: 'stay', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x/y' })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(
    /PORT must be a whole number[\s\S]*DATABASE_URL must be[\s\S]*SITE_URL must be[\s\S]*LOG_LEVEL must be/,
  )
})

test('demo mode does not accept connections from other machines', () => {
  expect(() => readConfig({ HOST: '0.0.0.0' })).toThrow(/set SITE_URL to the public address first/)
  expect(() => readConfig({ HOST: '0.0.0.0', SITE_URL: 'http://localhost:3000' })).toThrow(/HOST 0\.0\.0\.0/)
})

test('a live site needs https, except on this machine', () => {
  expect(() => readConfig({ SITE_URL: 'http://stay.example' })).toThrow(/SITE_URL http:\/\/stay.example has no TLS/)
  expect(() => readConfig({ SITE_URL: 'http://192.168.1.20:3000' })).toThrow(/use https/)
  expect(readConfig({ SITE_URL: 'http://stay.localhost:8080' })).toMatchObject({ demo: false })
  for (const SITE_URL of ['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000'])
    expect(readConfig({ SITE_URL })).toMatchObject({ demo: true })
})

test('a process that does only a part needs a database that several can use', () => {
  expect(readConfig({}).role).toBe('all')
  expect(() => readConfig({ ROLE: 'web' })).toThrow('ROLE web needs DATABASE_URL')
  expect(() => readConfig({ ROLE: 'mailer' })).toThrow('ROLE must be all, web, worker')
  const shared = { DATABASE_URL: 'postgres://stay@db/stay' }
  expect(readConfig({ ...shared, ROLE: 'worker' }).role).toBe('worker')
})

test('a standby is a PostgreSQL server beside another', () => {
  const standby = { DATABASE_READ_URL: 'postgres://stay@copy/stay' }
  expect(readConfig({}).databaseReadUrl).toBe(undefined)
  expect(() => readConfig(standby)).toThrow('DATABASE_READ_URL needs DATABASE_URL')
  expect(() => readConfig({ DATABASE_READ_URL: 'mysql://x/y' })).toThrow('DATABASE_READ_URL must be an address')
  const both = { ...standby, DATABASE_URL: 'postgres://stay@db/stay' }
  expect(readConfig(both).databaseReadUrl).toBe('postgres://stay@copy/stay')
})

test('an external provider needs its account identifier', () => {
  expect(() => readConfig({ BOOKING_PROVIDER: 'hospitable' })).toThrow(/BOOKING_PROVIDER_SITE is needed/)
  const hostaway = { BOOKING_PROVIDER: 'hostaway', BOOKING_PROVIDER_SITE: 'evil.example/#' }
  expect(() => readConfig(hostaway)).toThrow(/BOOKING_PROVIDER_SITE must be letters, digits/)
})

test('embedding origins are a list and must be origins', () => {
  expect(readConfig({ EMBED_ORIGINS: 'https://a.example, https://b.example/' }).embedOrigins).toEqual([
    'https://a.example',
    'https://b.example',
  ])
  expect(() => readConfig({ EMBED_ORIGINS: 'https://a.example/path' })).toThrow(/EMBED_ORIGINS must have no path/)
})

test('backups go to a folder or to a bucket, whose store may have no images', () => {
  const { S3_BUCKET: _, ...account } = S3
  expect(readConfig({ DATA_DIR: '/stay' }).backup).toEqual({
    to: '/stay/backups',
    daily: false,
    keep: { days: 7, weeks: 4, months: 12 },
  })
  const { s3, backup } = readConfig({
    ...account,
    BACKUP_TO: 's3://cove-backups/live/nightly',
    BACKUP_KEEP: '3 daily, 0 weekly, 24 monthly',
  })
  expect(s3).toBeUndefined()
  expect(backup).toMatchObject({
    to: { account: { bucket: 'cove-backups', region: 'auto' }, folder: 'live/nightly' },
    daily: true,
    keep: { days: 3, weeks: 0, months: 24 },
  })
  expect(readConfig({ ...S3, BACKUP_TO: 's3://cove-backups' }).s3?.bucket).toBe('cove-images')
  expect(() => readConfig({ BACKUP_TO: 's3://cove-backups' })).toThrow('are needed with BACKUP_TO.')
  expect(() => readConfig(account)).toThrow('S3_BUCKET is needed with')
  expect(() => readConfig({ BACKUP_TO: 's3://Cove_/..' })).toThrow('BACKUP_TO must be a folder, or such as')
  expect(() => readConfig({ BACKUP_KEEP: '7' })).toThrow('BACKUP_KEEP must be such as')
})

const S3 = {
  S3_ENDPOINT: 'https://storage.googleapis.com',
  S3_BUCKET: 'cove-images',
  S3_REGION: 'auto',
  S3_ACCESS_KEY_ID: 'GOOG1E',
  S3_SECRET_ACCESS_KEY: 'a-secret',
}

test('images are stored on disk, or in the bucket that all five settings name', () => {
  expect(readConfig({}).s3).toBeUndefined()
  expect(readConfig(S3).s3).toEqual({
    endpoint: 'https://storage.googleapis.com',
    bucket: 'cove-images',
    region: 'auto',
    accessKeyId: 'GOOG1E',
    secretAccessKey: 'a-secret',
  })
})

test('an incomplete bucket configuration names the missing settings and no secret', () => {
  expect(() => readConfig({ ...S3, S3_REGION: '', S3_BUCKET: undefined })).toThrow(
    'S3_BUCKET, S3_REGION are needed with S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY.',
  )
  expect(() => readConfig({ S3_SECRET_ACCESS_KEY: 'a-secret' })).toThrow(/^(?![\s\S]*a-secret)/)
  expect(() => readConfig({ ...S3, S3_ENDPOINT: 'https://me:a-secret@store.example' })).toThrow(
    /S3_ENDPOINT must be an address without a user/,
  )
  expect(() => readConfig({ ...S3, S3_ENDPOINT: 's3://store', S3_BUCKET: 'A bucket', S3_REGION: 'eu/1' })).toThrow(
    /S3_ENDPOINT must be an address such as[\s\S]*S3_BUCKET must be the name[\s\S]*S3_REGION must be a region/,
  )
})

test('mail goes out through the server in SMTP_URL, from the sender in MAIL_FROM', () => {
  const given = readConfig({
    SMTP_URL: 'smtps://site:s3cret@smtp.example.com',
    MAIL_FROM: 'Lit Windows <hello@example.com>',
  })
  expect(given.smtpUrl).toBe('smtps://site:s3cret@smtp.example.com')
  expect(given.mailFrom).toEqual({ name: 'Lit Windows', address: 'hello@example.com' })
  expect(readConfig({ MAIL_FROM: 'hello@example.com' }).mailFrom).toEqual({ name: '', address: 'hello@example.com' })
  expect(readConfig({})).toMatchObject({ smtpUrl: undefined, mailFrom: undefined })
})

test.each([
  'hello',
  'Cove hello@example.com',
  'Cove <hello@example.com>, <b@example.com>',
  'Cove\nBcc: <b@example.com>',
  '<a@b@c.example>',
])('%j is nobody that mail can come from', (MAIL_FROM) => {
  expect(() => readConfig({ MAIL_FROM })).toThrow('MAIL_FROM must be such as Lit Windows <hello@example.com>')
})

test('a mail server URL with another scheme is refused without printing its password', () => {
  expect(() => readConfig({ SMTP_URL: 'https://site:s3cret@smtp.example.com' })).toThrow(
    'SMTP_URL must be an address such as',
  )
  expect(() => readConfig({ SMTP_URL: 'https://site:s3cret@smtp.example.com' })).not.toThrow('s3cret')
})

test('trusted proxies are addresses or networks', () => {
  expect(readConfig({}).trustedProxies).toEqual([])
  const networks = ['10.0.0.7', '10.0.0.0/8', '2001:db8::/32', '::1']
  expect(readConfig({ TRUSTED_PROXIES: networks.join(', ') }).trustedProxies).toEqual(networks)
  for (const wrong of ['proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', '*', '10.0.0']) {
    expect(() => readConfig({ TRUSTED_PROXIES: wrong }), wrong).toThrow(/TRUSTED_PROXIES must be addresses/)
  }
})

test('rate limits are on unless they are switched off', () => {
  expect([readConfig({}).rateLimit, readConfig({ RATE_LIMIT: 'off' }).rateLimit]).toEqual([true, false])
  expect(() => readConfig({ RATE_LIMIT: 'no' })).toThrow(/RATE_LIMIT must be on or off/)
})
