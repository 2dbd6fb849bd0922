import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { unencryptedWarnings } from './unencrypted-warnings.ts'

const S3 = { S3_BUCKET: 'cove', S3_REGION: 'auto', S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'a-secret' }
const warningsOf = (environment: Record<string, string>) => unencryptedWarnings(readConfig(environment))

test('a remote store, mail server or database without TLS gets a warning, by name and without secrets', () => {
  expect(warningsOf({ ...S3, S3_ENDPOINT: 'http://minio.internal:9000' })).toEqual([
    expect.stringContaining('minio.internal:9000'),
  ])
  expect(warningsOf({ SMTP_URL: 'smtp://mail.internal' })).toEqual([expect.stringContaining('mail.internal')])
  expect(warningsOf({ DATABASE_URL: 'postgres://stay:s3cret@db.internal/stay' })).toEqual([
    'the database at db.internal is used without TLS: add ?sslmode=verify-full to DATABASE_URL',
  ])
  expect(
    JSON.stringify(warningsOf({ ...S3, S3_ENDPOINT: 'http://10.0.0.7', SMTP_URL: 'smtp://10.0.0.8:25' })),
  ).not.toContain('secret')
})

test('one with TLS, or on this machine, gets none', () => {
  for (const S3_ENDPOINT of [
    'https://storage.googleapis.com',
    'http://localhost:9000',
    'http://127.0.0.1:9000',
    'http://[::1]:9000',
  ])
    expect(warningsOf({ ...S3, S3_ENDPOINT })).toEqual([])
  for (const SMTP_URL of [
    'smtps://mail.example',
    'smtp://site:s3cret@mail.example',
    'smtp://localhost:25',
    'smtp://127.0.0.1',
  ])
    expect(warningsOf({ SMTP_URL })).toEqual([])
  for (const DATABASE_URL of [
    'postgres://stay@localhost/stay',
    'postgres:///stay?host=/run/postgresql',
    'postgres://stay@db.example/stay?sslmode=verify-full',
    'postgres://stay@db.example/stay?ssl=true',
  ])
    expect(warningsOf({ DATABASE_URL })).toEqual([])
  expect(warningsOf({})).toEqual([])
})
