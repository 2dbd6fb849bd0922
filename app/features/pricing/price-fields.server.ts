import { z } from 'zod'
import { BASES } from './charge-choices.ts'
import { FEE_KINDS } from './fee-kinds.ts'

const FEE_LINES = [...new Set(Object.values(FEE_KINDS).map(({ line }) => line))]

/** An amount in API responses. */
export const cents = (description: string) => z.int().describe(`${description}, in cents`)

/** A price in API responses. */
export const priceFields = {
  nights: z.int(),
  lines: z.array(
    z.object({
      kind: z.enum(['nights', 'discount', 'cleaning', ...FEE_LINES, 'tax']),
      label: z.string(),
      amount: cents('The amount, negative for discounts'),
      note: z.string().optional().describe('For a tax: who levies it, and on which lines'),
      feeId: z.guid().optional(),
      taxId: z.guid().optional(),
      jurisdiction: z.string().optional().describe('For a tax: who levies it'),
      basis: z.enum(BASES).optional(),
      taxable: cents('For a tax in percent: the amount that it is computed from').optional(),
    }),
  ),
  total: cents('The sum of the lines, including mandatory fees and taxes'),
  currency: z.literal('USD'),
}
