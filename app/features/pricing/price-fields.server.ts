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
      amount: cents('The amount, negative in discounts'),
      note: z.string().optional().openapi({ description: 'Of a tax: whose it is, and which lines it is on' }),
    }),
  ),
  total: cents('All of it, mandatory fees and taxes included; the lines add up to it'),
  currency: z.literal('USD'),
}
