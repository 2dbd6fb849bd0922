import { expect, test } from 'vitest'
import { StorageUnavailable } from '../storage/storage.server.ts'
import { isDatabaseUnavailable } from './unavailable.server.ts'

const coded = (code: string) => Object.assign(new Error('no'), { code })
const wrapped = (cause: Error) => new Error('Failed query: insert ... params: Connection terminated', { cause })

test.each([
  coded('57P01'),
  coded('08006'),
  coded('3D000'),
  coded('53300'),
  wrapped(coded('ECONNREFUSED')),
  wrapped(new Error('Connection terminated unexpectedly')),
  wrapped(new Error('timeout exceeded when trying to connect')),
  new Error('The embedded database stopped (exit 1).'),
])('%s means that the database is unavailable', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(true)
})

test.each([
  coded('23505'),
  wrapped(coded('22P05')),
  new Error('The site has no record'),
  new Error('Failed query: insert ... params: Connection terminated'),
  new StorageUnavailable('did not answer', { cause: coded('ECONNREFUSED') }),
  'Connection terminated',
  undefined,
])('%s does not', (error) => {
  expect(isDatabaseUnavailable(error)).toBe(false)
})
