import type { DiscountSettings, FeeSettings, TaxSettings } from '#app/features/pricing/price-settings.ts'
import { itemLines } from '#app/features/pricing/price-words.ts'
import { Lines, RemoveButton } from '#app/ui/change-form.tsx'
import { SelectField } from '#app/ui/field.tsx'
import type { FormFill } from '../folded-form.tsx'
import { FillCheck, FillNumber, FillText } from '../form-parts.tsx'
import type { SectionProps } from './nightly-section.tsx'
import { PriceForm } from './price-form.tsx'
import { typedAmount } from './weekday-rows.tsx'

type ItemsProps<Item> = SectionProps & {
  list: 'fees' | 'taxes' | 'discounts'
  heading: string
  noun: 'fee' | 'tax' | 'discount'
  items: readonly Item[]
  nameOf: (item: Item) => string
  none: string
  fields: (item: Item | null, fill: FormFill) => React.ReactNode
}

/** One kind of charge: what there is, a form for each and one for a new one. */
function Items<Item extends { id: string }>(props: ItemsProps<Item>) {
  const { settings, versions, answer, list, heading, noun, items, nameOf, none, fields } = props
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
              <PriceForm
                intent={noun}
                id={item.id}
                version={version}
                summary={`Change ${nameOf(item)}`}
                answer={answer}
              >
                {(fill) => fields(item, fill)}
              </PriceForm>
              <RemoveButton intent={`remove-${noun}`} id={item.id} version={version} name={nameOf(item)} />
            </li>
          )
        })}
      </ul>
      <PriceForm
        intent={noun}
        summary={`Add a ${noun}`}
        anchor={`add-${noun}`}
        save={`Add the ${noun}`}
        answer={answer}
      >
        {(fill) => fields(null, fill)}
      </PriceForm>
    </section>
  )
}

export function FeesSection(props: SectionProps) {
  const { fees, taxes } = props.settings
  return (
    <Items
      {...props}
      list="fees"
      heading="Fees"
      noun="fee"
      items={fees}
      nameOf={({ label }) => label}
      none="No fees besides cleaning."
      fields={(fee, fill) => <FeeFields fee={fee} taxes={taxes} fill={fill} />}
    />
  )
}

type FeeFieldsProps = { fee: FeeSettings | null; taxes: readonly TaxSettings[]; fill: FormFill }

function FeeFields({ fee, taxes, fill }: FeeFieldsProps) {
  const charged = fee?.eachPet ? 'each-pet' : (fee?.kind ?? 'stay')
  const percent = taxes.filter(({ basis }) => basis === 'percent')
  return (
    <>
      <FillText name="label" label="Name" hint="Guests read it in their price." stored={fee?.label} fill={fill} />
      <FillNumber name="amount" label="Amount, in dollars" stored={typedAmount(fee?.amount ?? null)} fill={fill} />
      <SelectField label="For" name="for" defaultValue={fill.text('for', charged)} error={fill.error('for')}>
        <option value="stay">everybody together</option>
        <option value="guest">each guest beyond a number</option>
        <option value="pet">pets, however many come</option>
        <option value="each-pet">each pet</option>
      </SelectField>
      <SelectField
        label="Charged"
        name="per"
        defaultValue={fill.text('per', fee?.per ?? 'stay')}
        error={fill.error('per')}
      >
        <option value="stay">once per stay</option>
        <option value="night">per night</option>
      </SelectField>
      <FillNumber
        name="includedGuests"
        label="Guests included"
        hint="Only where it is for each guest beyond a number."
        stored={fee?.includedGuests}
        fill={fill}
      />
      {percent.length > 0 && (
        <fieldset className="admin-choice">
          <legend>Taxed by</legend>
          {percent.map(({ id, name }) => (
            <FillCheck
              key={id}
              name={`tax-${id}`}
              label={name}
              stored={fee?.taxedBy.includes(id) ?? false}
              fill={fill}
            />
          ))}
        </fieldset>
      )}
    </>
  )
}

export function TaxesSection(props: SectionProps) {
  const { taxes, fees } = props.settings
  return (
    <Items
      {...props}
      list="taxes"
      heading="Taxes"
      noun="tax"
      items={taxes}
      nameOf={({ name }) => name}
      none="No taxes."
      fields={(tax, fill) => <TaxFields tax={tax} fees={fees} fill={fill} />}
    />
  )
}

function TaxFields({ tax, fees, fill }: { tax: TaxSettings | null; fees: readonly FeeSettings[]; fill: FormFill }) {
  const isOn = (part: 'nights' | 'cleaning') => tax === null || tax.appliesTo.includes(part)
  return (
    <>
      <FillText name="name" label="Name" hint="Guests read it in their price." stored={tax?.name} fill={fill} />
      <FillText
        name="jurisdiction"
        label="Collected for"
        hint="A city, county, or state. Optional."
        stored={tax?.jurisdiction}
        fill={fill}
      />
      <SelectField
        label="Computed as"
        name="basis"
        defaultValue={fill.text('basis', tax?.basis ?? 'percent')}
        error={fill.error('basis')}
      >
        <option value="percent">percent of what it is on</option>
        <option value="night">dollars per night</option>
        <option value="guest-night">dollars per guest and night</option>
      </SelectField>
      <FillNumber name="rate" label="Percent or dollars" stored={tax?.rate} fill={fill} />
      <fieldset className="admin-choice" aria-describedby={fill.error('appliesTo') && 'tax-on-error'}>
        <legend>On</legend>
        <p className="field-hint">A tax in percent only.</p>
        <FillCheck name="on-nights" label="Nights, less discounts" stored={isOn('nights')} fill={fill} />
        <FillCheck name="on-cleaning" label="Cleaning" stored={isOn('cleaning')} fill={fill} />
        {fees.map(({ id, label, taxedBy }) => (
          <FillCheck
            key={id}
            name={`fee-${id}`}
            label={label}
            stored={tax !== null && taxedBy.includes(tax.id)}
            fill={fill}
          />
        ))}
        {fill.error('appliesTo') && (
          <p id="tax-on-error" className="field-error">
            {fill.error('appliesTo')}
          </p>
        )}
      </fieldset>
      <FillNumber
        name="firstNights"
        label="Only the first nights"
        hint="Such as 30. Empty: all."
        stored={tax?.firstNights}
        fill={fill}
      />
      <FillNumber
        name="notFromNights"
        label="Not on stays of this many nights or more"
        hint="Such as 30. Empty: on all stays."
        stored={tax?.notFromNights}
        fill={fill}
      />
    </>
  )
}

export function DiscountsSection(props: SectionProps) {
  return (
    <Items
      {...props}
      list="discounts"
      heading="Discounts for long stays"
      noun="discount"
      items={props.settings.discounts}
      nameOf={({ label }) => label}
      none="No discounts. If there are several, only the one for the longest stay counts."
      fields={(discount, fill) => <DiscountFields discount={discount} fill={fill} />}
    />
  )
}

function DiscountFields({ discount, fill }: { discount: DiscountSettings | null; fill: FormFill }) {
  return (
    <>
      <FillText
        name="label"
        label="Name"
        hint="Such as Weekly discount. Guests read it."
        stored={discount?.label}
        fill={fill}
      />
      <FillNumber name="fromNights" label="Minimum nights" stored={discount?.fromNights} fill={fill} />
      <FillNumber name="percent" label="Percent off the nights" stored={discount?.percent} fill={fill} />
    </>
  )
}
