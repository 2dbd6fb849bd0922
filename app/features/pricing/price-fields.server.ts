import { z } from 'zod'

/** An amount in API responses. */
export const cents = (description: string) => z.int().describe(`${description}, in cents`)

/** A price in API responses. */
export const priceFields = {
  nights: z.int(),
  lines: z.array(
    z.object({
      kind: z.enum(['nights', 'discount', 'cleaning', 'fee', 'guest', 'pet', 'tax']),
      label: z.string(),
      amount: cents('The amount, negative for discounts'),
      note: z.string().optional().describe('For a tax: who levies it, and on which lines'),
      feeId: z.guid().optional(),
      taxId: z.guid().optional(),
      jurisdiction: z.string().optional().describe('For a tax: who levies it'),
      basis: z.enum(['percent', 'night', 'guest-night']).optional(),
      taxable: cents('For a tax in percent: the amount that it is computed from').optional(),
    }),
  ),
  total: cents('The sum of the lines, including mandatory fees and taxes'),
  currency: z.literal('USD'),
}
