import { z } from 'zod/mini'
import { SOURCES } from '#app/features/bookings/booking-sources.ts'
import type { RecordFields } from '#app/shared/record-fields.ts'
import { COUNTED_BY, type CountedBy } from './lodging-tax.ts'

/** The stored settings of an authority. */
export const jurisdictionSchema = z.object({
  countedBy: z.enum(Object.keys(COUNTED_BY) as CountedBy[]),
  period: z.enum(['month', 'quarter']),
  dueDay: z.int().check(z.gte(1), z.lte(28)),
})

export const JURISDICTION_FIELDS: RecordFields<z.input<typeof jurisdictionSchema>> = {
  countedBy: { kind: 'choice', label: 'When a stay counts', options: COUNTED_BY },
  period: { kind: 'choice', label: 'Filed for each', options: { month: 'Month', quarter: 'Quarter' } },
  dueDay: { kind: 'number', label: 'Due on this day of the month after', min: 1, max: 28 },
}

const { website: _, phone: _phone, email: _email, friends: _friends, ...PLATFORMS } = SOURCES

export const platformsSchema = z.object({
  sources: z.array(z.enum(Object.keys(PLATFORMS) as (keyof typeof PLATFORMS)[])),
})
export type Platforms = z.input<typeof platformsSchema>

export const PLATFORM_FIELDS: RecordFields<Platforms> = {
  sources: {
    kind: 'choices',
    label: 'Bookings whose tax the platform remits',
    hint: 'They are left out of what you remit, and listed apart.',
    options: PLATFORMS,
  },
}
