import { expect, test } from 'vitest'
import { FILES } from '#test/import-files.ts'
import { recognizeColumns } from './columns.ts'
import { parseBooking, type Reading, type RowOutcome } from './read-bookings.server.ts'
import { parseTable } from './read-csv.server.ts'

async function readAll(text: string, change: Partial<Reading> = {}): Promise<RowOutcome[]> {
  const table = await parseTable(text)
  if (!table.ok) throw new Error(table.message)
  const columns = recognizeColumns('bookings', table.header)
  const reading = {
    columns,
    order: 'month',
    unstated: 'none',
    isPayout: false,
    platform: '',
    propertyNamed: () => 'cabin',
    todayAt: () => '2027-06-01',
  } as const
  return table.rows.map((row) => parseBooking(row, { ...reading, ...change }))
}

test('a file of Airbnb is read without a choice: its stays, and what is canceled or over', async () => {
  const [first, ...others] = await readAll(FILES.airbnb)
  expect(first).toEqual({
    unread: null,
    booking: {
      line: 2,
      property: 'cabin',
      checkIn: '2027-07-04',
      checkOut: '2027-07-11',
      party: { adults: 2, children: 1, infants: 0, pets: 0 },
      guest: { name: 'Ida Berg', email: '', phone: '+1 970 555 0101' },
      total: 483_050,
      paid: 0,
      says: { total: true, paid: false },
      source: '',
      reference: 'HMAAAA1111',
      note: '',
    },
  })
  expect(others).toMatchObject([
    { skipped: 'canceled' },
    { booking: { guest: { name: 'Cy "Ace" O’Hara' } } },
    { skipped: 'over' },
  ])
  expect((await readAll(FILES.airbnb, { unstated: 'all' }))[0]).toMatchObject({ booking: { paid: 483_050 } })
})

test('a file of Lodgify is read: its amounts, its guests, and what was only asked for', async () => {
  expect(await readAll(FILES.lodgify)).toMatchObject([
    {
      booking: {
        total: 125_000,
        source: 'Manual',
        reference: '7001',
        party: { adults: 3, children: 0 },
        guest: { name: 'Eva Lind', email: 'eva@example.com' },
      },
    },
    { booking: { source: 'AirbnbIntegration', checkIn: '2027-08-10' } },
    { skipped: 'open' },
  ])
})

test('everything that is wrong with a row is named by its line, and the others are read', async () => {
  const propertyNamed = (named: string) => (named === 'Cabin' ? 'cabin' : null)
  const [good, ...wrong] = await readAll(FILES.ownerRez, { propertyNamed })
  expect(good).toMatchObject({
    booking: {
      checkIn: '2027-10-03',
      checkOut: '2027-10-10',
      total: 330_000,
      paid: 165_000,
      source: 'VRBO',
      reference: 'ORB1001',
      note: 'Arrives late.\nWants the crib.',
      party: { pets: 1 },
    },
  })
  expect(wrong).toEqual([
    {
      line: 4,
      problem:
        'The check-out (Saturday, October 9, 2027) isn’t after the check-in. “not an address” isn’t an email address. $1,200.00 is paid, and the total is only $1,000.00.',
    },
    {
      line: 5,
      problem:
        'The status “Blocked” isn’t known. No home is called “Lodge”. Adults is “two”, which isn’t a number up to 99. Total is “€900”, which isn’t an amount in dollars.',
    },
  ])
})

test('the last night of a stay may stand where others have the check-out', async () => {
  const head = 'Booking ID,Guest Name,First Night,Last Night,Price,Referrer'
  expect(await readAll(`${head}\n2,Ann Berg,2027-09-10,2027-09-13,1200,Booking.com`)).toMatchObject([
    { booking: { checkIn: '2027-09-10', checkOut: '2027-09-14', source: 'Booking.com' } },
  ])
})

test.each([
  [
    'of Airbnb in German',
    'Bestätigungscode;Status;Name des Gastes;Startdatum;Enddatum;Einnahmen',
    '10.09.2027;14.09.2027',
  ],
  [
    'of Airbnb in French',
    'Code de confirmation;Statut;Nom du voyageur;Date de début;Date de fin;Revenus',
    '10/09/2027;14/09/2027',
  ],
  ['of Smoobu in German', 'Buchungsnummer;Status;Gast;Anreise;Abreise;Preis', '10.09.2027;14.09.2027'],
  ['in Spanish', 'Reference;Estado;Huésped;Llegada;Salida;Precio', '10/9/2027;14/9/2027'],
])('a file %s is read without a choice', async (_, head, dates) => {
  const row = `HM1;Confirmed;Ann Berg;${dates};1.234,50 $`
  expect(await readAll(`${head}\n${row}`, { order: 'day' })).toMatchObject([
    {
      booking: {
        checkIn: '2027-09-10',
        checkOut: '2027-09-14',
        total: 123_450,
        reference: 'HM1',
        guest: { name: 'Ann Berg' },
      },
    },
  ])
})

test('both dates may be in one column, the rest may be what is still to pay, and another currency is refused', async () => {
  const head = 'Reservation ID,Check In/Check Out,Guest Name,Total,Balance,Currency'
  expect(await readAll(`${head}\nHA-1,07/04/2027 - 07/11/2027,Lou Kay,500,200,USD`)).toMatchObject([
    { booking: { checkIn: '2027-07-04', checkOut: '2027-07-11', paid: 30_000 } },
  ])
  expect(await readAll(`${head}\nHA-1,07/04/2027 - 07/11/2027,Lou Kay,,,EUR`)).toEqual([
    { line: 2, problem: 'The amounts are in EUR. This site has US dollars only. The total is missing.' },
  ])
})
