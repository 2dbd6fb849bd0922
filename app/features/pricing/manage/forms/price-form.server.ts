import type { z } from 'zod'
import type { ItemKey } from '#app/features/pricing/price-settings.ts'
import type { PriceEdit } from '../change-prices.server.ts'

/** A form of the prices page: its edit, and the item that it showed; null for something new. */
export type PriceForm<Form extends z.ZodType = z.ZodType> = {
  form: Form
  /** `id` is that of one of a list; null for a new one. */
  change(input: z.output<Form>, id: string | null): { key: ItemKey | null; edit: PriceEdit }
}

export const priceForm = <Form extends z.ZodType>(form: Form, change: PriceForm<Form>['change']): PriceForm<Form> => {
  return { form, change }
}

/** The item of a list in the place of the one with its id, or at the end. */
export function withItem<Item extends { id: string }>(items: readonly Item[], item: Item): Item[] {
  return items.some(({ id }) => id === item.id)
    ? items.map((other) => (other.id === item.id ? item : other))
    : [...items, item]
}

/** Lists match case and spaces as people read them. */
export const sameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
