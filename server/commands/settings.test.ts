import { expect, test } from 'vitest'
import { describeSettings } from './settings.ts'

const linesOf = (environment: Record<string, string>) =>
  Object.fromEntries(
    describeSettings(environment)
      .split('\n')
      .map((line) => line.split(/ {2,}/))
      .map(([name, ...rest]) => [name, rest]),
  )

test('each setting shows its value, from the environment or by default', () => {
  const lines = linesOf({ PORT: '8080', SITE_URL: 'https://stay.example', HOST: ' ' })
  expect(lines).toMatchObject({
    PORT: ['environment', '8080'],
    SITE_URL: ['environment', 'https://stay.example'],
    HOST: ['default', '127.0.0.1'],
    HOLD_MINUTES: ['default', '15'],
    S3_BUCKET: ['not set'],
    EMBED_ORIGINS: ['not set'],
  })
})

test('secrets are masked, also inside addresses', () => {
  const lines = linesOf({
    DATABASE_URL: 'postgres://site:lit@windows@db.example:5432/site?password=lit',
    SMTP_URL: 'smtps://token:lit@smtp.example.com',
    STRIPE_SECRET_KEY: 'sk_test_lit',
    STRIPE_WEBHOOK_SECRET: 'whsec_lit',
    S3_SECRET_ACCESS_KEY: 'lit:windows',
  })
  expect(lines).toMatchObject({
    DATABASE_URL: ['environment', 'postgres://***@db.example:5432/site?***'],
    SMTP_URL: ['environment', 'smtps://***@smtp.example.com'],
    STRIPE_SECRET_KEY: ['environment', '***'],
    STRIPE_WEBHOOK_SECRET: ['environment', '***'],
    S3_SECRET_ACCESS_KEY: ['environment', '***'],
  })
  expect(JSON.stringify(lines)).not.toMatch(/lit|token|windows/)
})
