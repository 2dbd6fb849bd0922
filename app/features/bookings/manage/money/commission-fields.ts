import { z } from 'zod/mini'
import type { RecordFields } from '#app/shared/record-fields.ts'

const MOST = 1_000_000_00

/** What the platform keeps of a stay, in cents. */
export const commissionSchema = z.object({ commission: z.int().check(z.minimum(0), z.maximum(MOST)) })

export const COMMISSION_FIELDS: RecordFields<z.input<typeof commissionSchema>> = {
  commission: {
    kind: 'money',
    label: 'What the platform keeps',
    hint: 'Record what the guest paid there as the payment. Reports and owners’ statements deduct what the platform keeps of it.',
    min: 0,
    max: MOST,
  },
}
