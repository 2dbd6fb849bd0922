import { type BookingSource, SOURCES } from '#app/features/bookings/booking-sources.ts'
import type { TaxRow } from './lodging-tax.ts'

const KINDS: Record<TaxRow['kind'], string> = {
  rate: '',
  exempt: 'Exempt',
  canceled: 'Not taxed',
  platform: 'Remitted by the platform',
}

/** The subject of a row of the report. */
export const rowWords = ({ kind, label }: Pick<TaxRow, 'kind' | 'label'>) =>
  [KINDS[kind], kind === 'platform' ? SOURCES[label as BookingSource] : label].filter(Boolean).join(': ')
