import { z } from 'zod'

/** An amount in API responses. */
export const cents = (description: string) => z.int().describe(`${description}, in cents`)

/** A price in API responses. */
export const priceFields = {
  nights: z.int(),
  lines: z.array(
    z.object({
      kind: z.enum(['nights', 'discount', 'cleaning', 'pet', 'guest', 'tax']),
      label: z.string(),
      amount: cents('The amount, negative for discounts'),
      note: z.string().optional().describe('For a tax: who levies it, and on which lines'),
    }),
  ),
  total: cents('The sum of the lines, including mandatory fees and taxes'),
  currency: z.literal('USD'),
}
