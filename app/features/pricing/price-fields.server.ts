import { z } from '@hono/zod-openapi'

/** An amount in API responses. */
export const cents = (description: string) => z.int().openapi({ description: `${description}, in cents` })

/** A price in API responses. */
export const priceFields = {
  nights: z.int(),
  lines: z.array(
    z.object({
      kind: z.enum(['nights', 'discount', 'cleaning', 'pet', 'guest', 'tax']),
      label: z.string(),
      amount: cents('The amount, negative for discounts'),
      note: z.string().optional().openapi({ description: 'For a tax: who levies it, and on which lines' }),
    }),
  ),
  total: cents('The sum of the lines, including mandatory fees and taxes'),
  currency: z.literal('USD'),
}
