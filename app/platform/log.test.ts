import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { createConnection } from 'node:net'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { bookings } from '#app/features/bookings/bookings.tables.server.ts'
import { describeOnBothDatabases } from '#test/database.ts'
import { bookingRow, makeBooking, makeProperty } from '#test/factories.ts'
import { createLog, loggablePath } from './log.server.ts'

/** The log output for the error that `fail` throws, as text and parsed. */
async function logged(fail: () => unknown) {
  let text = ''
  const write = (line: string) => {
    text += line
  }
  const log = createLog('info', { write })
  const thrown = await Promise.resolve()
    .then(fail)
    .catch((error: unknown) => error)
  log.error({ event: 'test.failed', err: thrown }, 'it failed')
  return { text, err: JSON.parse(text).err }
}

const JULY = { from: '2027-07-01', to: '2027-07-05' }
const GUEST = {
  guestName: 'Ada Winters',
  guestEmail: 'ada.winters@example.com',
  guestPhone: '+1 864 555 0142',
  specialRequests: 'We come late:\n    at eleven (by taxi:1:1)\nDo not tell Bob.',
}
const GUESTS_DATA = /winters|555 0142|eleven|taxi|tell Bob/i

describeOnBothDatabases('a booking that the database refuses', (database) => {
  const row = (propertyId: string) => ({ ...bookingRow(propertyId, JULY), ...GUEST })

  test('is logged by statement, code, table and constraint, without guest data', async () => {
    const { db } = database()
    const { text, err } = await logged(() => db.insert(bookings).values({ ...row(randomUUID()), adults: 0 }))
    expect(text).not.toMatch(GUESTS_DATA)
    expect(err).toMatchObject({
      type: 'DrizzleQueryError',
      query: expect.stringMatching(/^insert into "bookings" .*\$1/),
      cause: { type: 'DatabaseError', code: '23514', table: 'bookings', constraint: 'bookings_adults_check' },
    })
    expect(err.stack).toContain('log.test.ts')
  })

  test('reveals nothing of the guest for a duplicate address, alone or as a cause', async () => {
    const { db, pool } = database()
    const propertyId = await makeProperty(db)
    await makeBooking(db, propertyId, JULY)
    await pool.query('create unique index one_address on bookings (guest_email)')
    try {
      const [first] = await db.update(bookings).set({ guestEmail: GUEST.guestEmail }).returning()
      const again = () => db.insert(bookings).values({ ...row(propertyId), reference: `${first?.reference}-2` })
      const alone = await logged(again)
      expect(alone.text).not.toMatch(GUESTS_DATA)
      expect(alone.err.cause).toMatchObject({ code: '23505', constraint: 'one_address' })
      const wrapped = await logged(() =>
        again().catch((error: unknown) => {
          throw new Error('could not book', { cause: new AggregateError([error], 'tried once') })
        }),
      )
      expect(wrapped.text).not.toMatch(GUESTS_DATA)
      expect(wrapped.err).toMatchObject({
        message: 'could not book',
        cause: { message: 'tried once', errors: [{ type: 'DrizzleQueryError', cause: { code: '23505' } }] },
      })
    } finally {
      await pool.query('drop index one_address')
    }
  })

  test('reveals nothing that a guest typed in place of a number, with Drizzle or without', async () => {
    const { db, pool } = database()
    const byDrizzle = await logged(() => db.execute(sql`select ${GUEST.specialRequests}::int`))
    const byPool = await logged(() => pool.query('select $1::int', [GUEST.specialRequests]))
    expect(byDrizzle.text + byPool.text).not.toMatch(GUESTS_DATA)
    expect(byDrizzle.err.cause.code).toBe('22P02')
    expect(byPool.err).toMatchObject({ type: 'DatabaseError', code: '22P02' })
  })
})

test('other errors are logged with message, code, stack and cause', async () => {
  const refused = () =>
    new Promise((_, reject) => {
      createConnection({ port: 1, host: '127.0.0.1' }).on('error', reject)
    })
  const { err } = await logged(() =>
    refused().catch((cause: unknown) => {
      throw new TypeError('the payment service is unavailable', { cause })
    }),
  )
  expect(err).toMatchObject({
    type: 'TypeError',
    message: 'the payment service is unavailable',
    cause: { code: 'ECONNREFUSED', message: expect.stringContaining('127.0.0.1:1') },
  })
  expect(err.stack).toMatch(/^ +at .*log\.test\.ts/)
})

test('a thrown value that is not an error is logged by its type only', async () => {
  const { text, err } = await logged(() => Promise.reject({ guest: 'Ada Winters' }))
  expect(err).toEqual({ type: 'object' })
  expect(text).not.toMatch(GUESTS_DATA)
})

test('circular causes terminate', async () => {
  const { err } = await logged(() => {
    const error = new Error('round and round')
    error.cause = error
    throw error
  })
  expect(err.cause.cause.message).toBe('round and round')
})

test('a full disk loses lines, and stops neither the process nor its end', async () => {
  const script = `
    const { createLog } = await import('./app/platform/log.server.ts')
    const { setTimeout: wait } = await import('node:timers/promises')
    const log = createLog('info')
    for (let line = 0; line < 50; line += 1) {
      log.info({ event: 'request.answered' }, 'x'.repeat(40_000))
      if (line % 10 === 0) log.info('written at once')
      await wait(10)
    }
    process.stderr.write('served')
    process.exit(7)`
  const full = openSync('/dev/full', 'w')
  try {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', full, 'pipe'] })
    if (!child.stderr) throw new Error('the process has no stderr')
    const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
    expect({ said, code }).toEqual({ said: 'served', code: 7 })
  } finally {
    closeSync(full)
  }
})

test.for<[string, string]>([
  ['/stay/s3cret', '/stay/...'],
  ['/Stay/s3cret/guests', '/Stay/...'],
  ['//quotes/s3cret', '/quotes/...'],
  ['/stay%2Fs3cret', '/stay/...'],
  ['/calendar/one\ns3cret.ics', '/calendar/...'],
  ['/contact?stayToken=s3cret', '/contact'],
  ['/contact#s3cret\ns3cret', '/contact'],
  ['/api/entries/ada@example.com', '/api/entries/...'],
  ['/api/entries', '/api/entries'],
  ['/embed/pay/s3cret?origin=x', '/embed/pay/...'],
  ['/embed//pay/s3cret', '/embed/pay/...'],
  ['/embed/p%61y/s3cret', '/embed/pay/...'],
  ['/%65mbed/.//pay%2F%2Fs3cret%zz', '/embed/pay/...'],
  ['/embed\\pay/s3cret', '/embed/pay/...'],
  ['/api//entries//ada%40example.com', '/api/entries/...'],
  ['/./stay/./s3cret', '/stay/...'],
  ['/staycation//won//s3cret', '/staycation/won/...'],
  ['/objects//uploads/a%20b.jpg', '/objects//uploads/a%20b.jpg'],
  ['/api/holds/s3cret', '/api/holds/...'],
  ['/api/stays/s3cret/cancel', '/api/stays/...'],
  ['/search', '/search'],
  ['/staycation/prizes', '/staycation/prizes'],
])('the path %j stands in the log as %j', ([path, said]) => {
  expect(loggablePath(path)).toBe(said)
})
