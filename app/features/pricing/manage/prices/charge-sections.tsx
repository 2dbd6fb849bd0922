import type { ReactNode } from 'react'
import { feeChoiceOf } from '#app/features/pricing/charge-choices.ts'
import type { DiscountSettings, FeeSettings, TaxSettings } from '#app/features/pricing/price-settings.ts'
import { RemoveButton } from '#app/ui/form/change-button.tsx'
import { Lines } from '#app/ui/form/change-form.tsx'
import { RecordForm } from '#app/ui/form/record-inputs.tsx'
import { DISCOUNT_FIELDS, feeFields, taxFields } from '../forms/charge-fields.ts'
import { itemLines } from '../price-words.ts'
import type { SectionProps } from './nightly-section.tsx'
import { type PriceChanges, previewed } from './price-form.tsx'

/** The props of the form of one item, or of a new one. */
type ItemForm = { id?: string; version?: string; summary: string; anchor?: string; save?: string }

type ItemsProps<Item> = SectionProps & {
  list: 'fees' | 'taxes' | 'discounts'
  heading: string
  noun: 'fee' | 'tax' | 'discount'
  items: readonly Item[]
  nameOf: (item: Item) => string
  none: string
  form: (item: Item | null, form: ItemForm) => ReactNode
}

/** One kind of charge: its items, a form for each and one for a new one. */
function Items<Item extends { id: string }>(props: ItemsProps<Item>) {
  const { settings, versions, list, heading, noun, items, nameOf, none, form } = props
  return (
    <section aria-labelledby={list}>
      <h2 id={list}>{heading}</h2>
      {items.length === 0 && <p className="text-muted">{none}</p>}
      <ul className="item-list item-columns">
        {items.map((item) => {
          const key = `${list}:${item.id}`
          const version = versions[key] ?? ''
          return (
            <li key={item.id}>
              <h3>{nameOf(item)}</h3>
              <Lines lines={itemLines(key, item, settings.taxes)} />
              {form(item, { id: item.id, version, summary: `Change ${nameOf(item)}` })}
              <RemoveButton<PriceChanges>
                intent={`remove-${noun}`}
                id={item.id}
                version={version}
                name={nameOf(item)}
              />
            </li>
          )
        })}
      </ul>
      {form(null, { summary: `Add a ${noun}`, anchor: `add-${noun}`, save: `Add the ${noun}` })}
    </section>
  )
}

const typedFee = (fee: FeeSettings) => ({ ...fee, for: feeChoiceOf(fee) })

export function FeesSection(props: SectionProps) {
  const { fees, taxes } = props.settings
  const percent = taxes.filter(({ basis }) => basis === 'percent')
  return (
    <Items
      {...props}
      list="fees"
      heading="Fees"
      noun="fee"
      items={fees}
      nameOf={({ label }) => label}
      none="No fees besides cleaning."
      form={(fee, form) => (
        <RecordForm
          {...{ ...form, ...previewed(props.answer) }}
          intent="fee"
          fields={feeFields(percent)}
          value={fee && typedFee(fee)}
        />
      )}
    />
  )
}

const typedTax = (tax: TaxSettings, fees: readonly FeeSettings[]) => ({
  ...tax,
  on: [...tax.appliesTo, ...fees.filter(({ taxedBy }) => taxedBy.includes(tax.id)).map(({ id }) => id)],
})

export function TaxesSection(props: SectionProps) {
  const { taxes, fees } = props.settings
  const taxable = fees.map(({ id, label }) => ({ id, name: label }))
  return (
    <Items
      {...props}
      list="taxes"
      heading="Taxes"
      noun="tax"
      items={taxes}
      nameOf={({ name }) => name}
      none="No taxes."
      form={(tax, form) => (
        <RecordForm
          {...{ ...form, ...previewed(props.answer) }}
          intent="tax"
          fields={taxFields(taxable)}
          value={tax && typedTax(tax, fees)}
          start={{ on: ['nights', 'cleaning'] }}
        />
      )}
    />
  )
}

export function DiscountsSection(props: SectionProps) {
  return (
    <Items<DiscountSettings>
      {...props}
      list="discounts"
      heading="Discounts"
      noun="discount"
      items={props.settings.discounts}
      nameOf={({ label }) => label}
      none="No discounts. One of each kind can count for a stay."
      form={(discount, form) => (
        <RecordForm
          {...{ ...form, ...previewed(props.answer) }}
          intent="discount"
          fields={DISCOUNT_FIELDS}
          value={discount}
        />
      )}
    />
  )
}
