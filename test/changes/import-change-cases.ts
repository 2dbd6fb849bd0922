import { importFiles } from '#app/features/import/import.tables.server.ts'
import { getImportPage } from '#app/features/import/import-page.server.ts'
import { parseTable } from '#app/features/import/read-csv.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import type { Case, World } from './change-world.ts'

/** Made up, in the form of what Airbnb and PriceLabs export. */
const FILES = {
  bookings: {
    columns: ['reference', 'guest', 'checkIn', 'checkOut', 'total', 'status'],
    content:
      'Confirmation code,Guest name,Start date,End date,Earnings,Status\nHM1,Ida,10/14/2027,10/17/2027,"$1,200.00",Confirmed',
  },
  prices: { columns: ['date', 'price', 'minimum'], content: 'Date,Your Price,Min Stay\n2027-10-14,615,3' },
}

/** Stores a file of that kind for the cabin, as an upload does. Returns its id. */
async function uploadFile({ db, clock }: Services, kind: keyof typeof FILES, later?: string): Promise<string> {
  const { columns, content: first } = FILES[kind]
  const content = later ?? first
  const choices = {
    columns,
    property: 'cabin',
    properties: {},
    order: '',
    unstated: 'none',
    platform: 'Airbnb',
  } as const
  const parsed = await parseTable(content)
  if (!parsed.ok) throw new Error(parsed.message)
  const values = { kind, name: 'file.csv', parsed, choices, createdAt: clock.now() }
  const [file] = await db.insert(importFiles).values(values).returning({ id: importFiles.id })
  return file?.id ?? ''
}

const onFile =
  (kind: keyof typeof FILES) =>
  async ({ services, post }: World) => {
    const id = await uploadFile(services, kind)
    const page = await getImportPage(services, id)
    await post(`/admin/import/${id}`, { intent: kind, seen: page?.[kind]?.seen ?? '' })
  }

/** Imports a file, looks at a later one with this row instead, and presses what changed. */
const followed = (row: string) => async (world: World) => {
  const { services, post } = world
  await onFile('bookings')(world)
  const later = FILES.bookings.content.replace(/HM1,.*/, row)
  const id = await uploadFile(services, 'bookings', later)
  const page = await getImportPage(services, id)
  await post(`/admin/import/${id}`, { intent: 'follow', seen: page?.bookings?.changed.rows[0]?.seen ?? '' })
}

/** How each import is made on its page, and its words in History. */
export const IMPORT_CASES = {
  'bookings.imported': ['1 booking imported', onFile('bookings')],
  'booking.changed-there': [
    'Stay changed as in a file',
    followed('HM1,Ida,10/15/2027,10/19/2027,"$1,300.00",Confirmed'),
  ],
  'booking.cancelled-there': [
    'Booking canceled as in a file',
    followed('HM1,Ida,10/14/2027,10/17/2027,$0.00,Canceled'),
  ],
  'night-prices.imported': ['Prices of 1 night imported in Cabin', onFile('prices')],
} satisfies Record<string, Case>
