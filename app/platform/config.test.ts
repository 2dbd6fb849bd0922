import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.server.ts'

test('a fresh clone runs with no variable set, on loopback, as a demo', () => {
  const config = readConfig({})
  expect(config).toMatchObject({ port: 3000, host: '127.0.0.1', demo: true, siteUrl: 'http://127.0.0.1:3000' })
})

test('a public address ends demo mode and opens the host', () => {
  const config = readConfig({ SITE_URL: 'https://stay.example', HOST: '0.0.0.0' })
  expect(config).toMatchObject({ demo: false, host: '0.0.0.0', siteUrl: 'https://stay.example' })
})

test('all mistakes are told at once', () => {
  const read = () => readConfig({ PORT: 'many', SITE_URL: 'stay', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x/y' })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(
    /PORT must be a whole number[\s\S]*DATABASE_URL must be[\s\S]*SITE_URL must be[\s\S]*LOG_LEVEL must be/,
  )
})

test('demo mode does not open the host to others', () => {
  expect(() => readConfig({ HOST: '0.0.0.0' })).toThrow(/set SITE_URL to the public address first/)
  expect(() => readConfig({ HOST: '0.0.0.0', SITE_URL: 'http://localhost:3000' })).toThrow(/HOST 0\.0\.0\.0/)
})

test('an outside provider needs its identifier', () => {
  expect(() => readConfig({ BOOKING_PROVIDER: 'hospitable' })).toThrow(/BOOKING_PROVIDER_SITE is needed/)
})

test('origins that may embed are read as a list and must be origins', () => {
  expect(readConfig({ EMBED_ORIGINS: 'https://a.example, https://b.example/' }).embedOrigins).toEqual([
    'https://a.example',
    'https://b.example',
  ])
  expect(() => readConfig({ EMBED_ORIGINS: 'https://a.example/path' })).toThrow(/EMBED_ORIGINS must have no path/)
})
