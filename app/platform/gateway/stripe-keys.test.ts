import { expect, test } from 'vitest'
import { readConfig } from '#app/platform/config.server.ts'
import { areTestKeys } from './stripe-keys.server.ts'

const PUBLIC = { SITE_URL: 'https://stay.example' }
const keys = (secret: string, publishable: string, webhook = 'whsec_1') => ({
  STRIPE_SECRET_KEY: secret,
  STRIPE_PUBLISHABLE_KEY: publishable,
  STRIPE_WEBHOOK_SECRET: webhook,
})

test('the three settings of card payments are all set or all unset', () => {
  expect(readConfig({}).stripe).toBeUndefined()
  expect(readConfig(keys('sk_test_1', 'pk_test_1')).stripe).toMatchObject({ secretKey: 'sk_test_1' })
  expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(
    'STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET are needed with STRIPE_SECRET_KEY.',
  )
  expect(() => readConfig(keys('pk_test_1', 'sk_test_1'))).toThrow('STRIPE_SECRET_KEY must be of Stripe')
})

test('keys of different modes are refused, and live keys in a demo too', () => {
  expect(() => readConfig({ ...PUBLIC, ...keys('sk_live_1', 'pk_test_1') })).toThrow('belong to different modes')
  expect(() => readConfig(keys('rk_live_1', 'pk_live_1'))).toThrow('A demo takes no real money')
  expect(readConfig({ ...PUBLIC, ...keys('rk_live_1', 'pk_live_1') }).stripe).toBeDefined()
  expect([areTestKeys({ secretKey: 'sk_test_1' }), areTestKeys({ secretKey: 'sk_live_1' })]).toEqual([true, false])
})
