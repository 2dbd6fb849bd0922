import type { ReactNode } from 'react'
import {
  BASIS_OPTIONS,
  DISCOUNT_CHOICES,
  DISCOUNT_WORDS,
  FEE_CHOICES,
  FEE_PERIODS,
  FEE_WORDS,
  feeChoiceOf,
} from '#app/features/pricing/charge-choices.ts'
import type { DiscountSettings, FeeSettings, TaxSettings } from '#app/features/pricing/price-settings.ts'
import { RemoveButton } from '#app/ui/form/change-button.tsx'
import { ChangeForm, FormChecks, FormNumber, FormSelect, FormText, Lines } from '#app/ui/form/change-form.tsx'
import { itemLines } from '../price-words.ts'
import type { SectionProps } from './nightly-section.tsx'
import { PREVIEW_BUTTON, Preview, type PriceChanges } from './price-form.tsx'
import type { PricePreview } from './price-preview.ts'
import { typedAmount } from './weekday-rows.tsx'

/** What the form of one item has, or that of a new one. */
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

/** One kind of charge: what there is, a form for each and one for a new one. */
function Items<Item extends { id: string }>(props: ItemsProps<Item>) {
  const { settings, versions, list, heading, noun, items, nameOf, none, form } = props
  return (
    <section aria-labelledby={list}>
      <h2 id={list}>{heading}</h2>
      {items.length === 0 && <p className="text-muted">{none}</p>}
      <ul className="item-list">
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

const CHARGED_FOR = FEE_CHOICES.map((choice) => [choice, FEE_WORDS[choice].option] as const)
const PER = Object.entries(FEE_PERIODS)

const storedFee = (fee: FeeSettings | null) => ({
  ...fee,
  amount: typedAmount(fee?.amount ?? null),
  for: fee ? feeChoiceOf(fee) : 'stay',
  per: fee?.per ?? 'stay',
})

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
        <ChangeForm<PriceChanges, PricePreview>
          {...form}
          intent="fee"
          stored={storedFee(fee)}
          answer={props.answer}
          beside={PREVIEW_BUTTON}
        >
          {(fields, own) => (
            <>
              <FormText field={fields.label} label="Name" hint="Guests read it in their price." />
              <FormNumber field={fields.amount} label="Amount, in dollars" />
              <FormSelect field={fields.for} label="For" options={CHARGED_FOR} />
              <FormSelect field={fields.per} label="Charged" options={PER} />
              <FormNumber
                field={fields.includedGuests}
                label="Guests included"
                hint="Only where it is for each guest beyond a number."
              />
              {percent.length > 0 && (
                <FormChecks
                  field={fields.taxedBy}
                  legend="Taxed by"
                  options={percent.map(({ id, name }) => [id, name] as const)}
                />
              )}
              <Preview preview={own?.preview} />
            </>
          )}
        </ChangeForm>
      )}
    />
  )
}

const COMPUTED_AS = Object.entries(BASIS_OPTIONS)

const storedTax = (tax: TaxSettings | null, fees: readonly FeeSettings[]) => ({
  ...tax,
  basis: tax?.basis ?? 'percent',
  on: tax
    ? [...tax.appliesTo, ...fees.filter(({ taxedBy }) => taxedBy.includes(tax.id)).map(({ id }) => id)]
    : ['nights', 'cleaning'],
})

export function TaxesSection(props: SectionProps) {
  const { taxes, fees } = props.settings
  const taxable = [
    ['nights', 'Nights, less discounts'],
    ['cleaning', 'Cleaning'],
    ...fees.map(({ id, label }) => [id, label] as const),
  ] as const
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
        <ChangeForm<PriceChanges, PricePreview>
          {...form}
          intent="tax"
          stored={storedTax(tax, fees)}
          answer={props.answer}
          beside={PREVIEW_BUTTON}
        >
          {(fields, own) => (
            <>
              <FormText field={fields.name} label="Name" hint="Guests read it in their price." />
              <FormText field={fields.jurisdiction} label="Collected for" hint="A city, county, or state. Optional." />
              <FormSelect field={fields.basis} label="Computed as" options={COMPUTED_AS} />
              <FormNumber field={fields.rate} label="Percent or dollars" />
              <FormChecks field={fields.on} legend="On" hint="A tax in percent only." options={taxable} />
              <FormNumber field={fields.firstNights} label="Only the first nights" hint="Such as 30. Empty: all." />
              <FormNumber
                field={fields.notFromNights}
                label="Not on stays of this many nights or more"
                hint="Such as 30. Empty: on all stays."
              />
              <Preview preview={own?.preview} />
            </>
          )}
        </ChangeForm>
      )}
    />
  )
}

const DISCOUNT_FOR = DISCOUNT_CHOICES.map((kind) => [kind, DISCOUNT_WORDS[kind].option] as const)

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
        <ChangeForm<PriceChanges, PricePreview>
          {...form}
          intent="discount"
          stored={discount ?? { kind: 'long-stay' }}
          answer={props.answer}
          beside={PREVIEW_BUTTON}
        >
          {(fields, own) => (
            <>
              <FormText field={fields.label} label="Name" hint="Such as Weekly discount. Guests read it." />
              <FormSelect field={fields.kind} label="For" options={DISCOUNT_FOR} />
              <FormNumber field={fields.threshold} label="Nights or days" />
              <FormNumber field={fields.percent} label="Percent off the nights" />
              <Preview preview={own?.preview} />
            </>
          )}
        </ChangeForm>
      )}
    />
  )
}
