import { expect, test } from 'vitest'
import { bookingFormSchema, bookingRequestSchema } from './bookings.ts'

const request = {
  propertyId: '00000000-0000-4000-8000-000000000000',
  checkInDate: '2027-07-01',
  checkOutDate: '2027-07-05',
  adults: 2,
  guestName: 'Ada Guest',
  guestEmail: 'ada@example.com',
}
const parse = (change: Record<string, unknown>) => bookingRequestSchema.safeParse({ ...request, ...change })
const words = (change: Record<string, unknown>) => parse(change).error?.issues[0]?.message

test('missing counts are 0, and empty optional fields are absent', () => {
  expect(parse({ guestPhone: ' ', specialRequests: '\n' }).data).toEqual({
    ...request,
    children: 0,
    infants: 0,
    pets: 0,
    guestPhone: undefined,
    specialRequests: undefined,
  })
})

test.each(['', ' ', 'A', '42', '\u200b\u200b', '.. ..'])('%j is not a valid name', (guestName) => {
  expect(words({ guestName })).toBe('Please enter your name')
})

test.each(['Ed', '李明', 'Zoë', "Seán O'Brien-Ó", 'Đặng'])('%s is a valid name', (guestName) => {
  expect(parse({ guestName }).data?.guestName).toBe(guestName.normalize('NFC'))
})

test('a name is one trimmed line without invisible characters', () => {
  expect(parse({ guestName: '  Ada\r\nBcc: all@example.com \u0000\u202e ' }).data?.guestName).toBe(
    'Ada Bcc: all@example.com',
  )
  expect(words({ guestName: 'A'.repeat(201) })).toBe('Please enter a shorter name')
})

test.each([
  '',
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'a b@example.com',
  'ada@example.com\r\nBcc: x@example.com',
  `${'a'.repeat(250)}@b.co`,
])('%j is not a valid email address', (guestEmail) => {
  expect(words({ guestEmail })).toBe('Please enter a valid email address')
})

test('an email address keeps its case and is trimmed', () => {
  expect(parse({ guestEmail: ' Ada.Guest+cove@Example.com\n' }).data?.guestEmail).toBe('Ada.Guest+cove@Example.com')
})

test.each(['+1 (970) 555-0123', '970.555.0123', '970-555-0123 ext. 12', '+49 30 901820'])(
  '%s is a valid phone number',
  (guestPhone) => {
    expect(parse({ guestPhone }).data?.guestPhone).toBe(guestPhone)
  },
)

test.each(['call me', '12', '1'.repeat(30), '<script>'])('%s is not a valid phone number', (guestPhone) => {
  expect(words({ guestPhone })).toBe('Please enter a valid phone number')
})

test('special requests keep line breaks and are limited to 2,000 characters', () => {
  expect(parse({ specialRequests: ' A cot,\r\nplease.\u0000 ' }).data?.specialRequests).toBe('A cot,\nplease.')
  expect(parse({ specialRequests: 'x\r\n'.repeat(1000) }).success).toBe(true)
  expect(words({ specialRequests: 'x'.repeat(2001) })).toBe('Please keep this to 2,000 characters')
})

test.each([-1, 1.5, 100, '2', 'two', null, Number.NaN])('%j is not a valid count', (adults) => {
  expect(words({ adults })).toBe('Please enter a whole number from 0 to 99')
})

test('unknown fields are dropped', () => {
  expect(parse({ status: 'confirmed', totalAmount: 1, id: 'x' }).data).toEqual({ ...parse({}).data })
})

test('a form post is parsed into the same shape', () => {
  const { propertyId, ...fields } = request
  const posted = { ...fields, children: '', pets: '1', expectedTotal: '365200', holdId: '' }
  const parsePosted = (change = {}) => {
    const texts = Object.entries({ ...posted, ...change }).map(([name, value]) => [name, String(value)])
    return bookingFormSchema(propertyId).safeParse(Object.fromEntries(texts))
  }
  expect(parsePosted().data).toEqual(parse({ pets: 1, expectedTotal: 365_200 }).data)
  expect(parsePosted({ infants: 'x' }).error?.issues[0]?.path).toEqual(['infants'])
})
