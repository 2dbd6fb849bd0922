import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { DISCOUNT_WORDS, storedFee } from '#app/features/pricing/charge-choices.ts'
import { FEE_KINDS, type FeeChoice } from '#app/features/pricing/fee-kinds.ts'
import type { DiscountSettings, FeeSettings, PriceSettings, TaxSettings } from '#app/features/pricing/price-settings.ts'
import { amountField, percentField } from '#app/platform/change/fields.server.ts'
import { formOf } from '#app/platform/change/record-form.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { refuse } from '#app/shared/refusal.ts'
import { countOf } from '#app/shared/words.ts'
import { DISCOUNT_FIELDS, feeFields, taxFields } from './charge-fields.ts'
import { priceForm, sameName, withItem } from './price-form.server.ts'

const GONE = 'Somebody removed this while you were typing. Add it again if you need it.'

/** Pressed twice, the second is like the first. */
const isSameBut = (one: object, other: object, change: object) =>
  canonical({ ...one, ...change }) === canonical({ ...other, ...change })

const hasIncluded = (choice: FeeChoice) => 'includesGuests' in FEE_KINDS[choice]

const fee = formOf(feeFields([])).check(({ value, issues }) => {
  if (!hasIncluded(value.for) || value.includedGuests !== null) return
  const message = 'Please enter a whole number from 0 to 99'
  issues.push({ code: 'custom', path: ['includedGuests'], message, input: '' })
})

export const feeForm = priceForm(fee, ({ label, amount, for: charged, per, includedGuests, taxedBy }, id) => ({
  key: id ? `fees:${id}` : null,
  edit: ({ settings }) => {
    const { fees, taxes } = settings
    if (id && fees.every((fee) => fee.id !== id)) return refuse('invalid-input', GONE)
    const wanted: FeeSettings = {
      id: id ?? randomUUID(),
      ...storedFee(charged),
      label,
      amount,
      per,
      includedGuests: hasIncluded(charged) ? includedGuests : null,
      taxedBy: taxes.flatMap((tax) => (taxedBy.includes(tax.id) ? [tax.id] : [])).toSorted(),
      demo: false,
    }
    const namesake = fees.find((other) => other.id !== wanted.id && sameName(other.label, label))
    if (!id && namesake && isSameBut(wanted, namesake, { id: '', demo: false })) return { ok: true, settings }
    if (namesake) {
      const message = `There is already a fee called ${namesake.label}. Please choose another name.`
      return refuse('invalid-input', message, { label: message })
    }
    return { ok: true, settings: { ...settings, fees: withItem(fees, wanted) } }
  },
}))

const tax = formOf(taxFields([])).transform(({ rate, ...input }, { issues }) => {
  const isPercent = input.basis === 'percent'
  const read = isPercent ? percentField(99).safeParse(rate) : amountField(1, 999_00).safeParse(rate)
  for (const { message } of read.error?.issues.slice(0, 1) ?? []) {
    issues.push({ code: 'custom', path: ['rate'], message, input: rate })
  }
  return { ...input, rate: isPercent ? String(read.data) : String(Number(read.data) / 100) }
})

export const taxForm = priceForm(tax, ({ name, jurisdiction, basis, rate, on, taxedNights, exemptFromNights }, id) => {
  const parts = (['nights', 'cleaning'] as const).filter((part) => on.includes(part))
  const appliesTo = basis === 'percent' ? [...parts] : ['nights' as const]
  return {
    key: id ? `taxes:${id}` : null,
    edit: ({ settings }) => {
      const { taxes, fees } = settings
      const stored = taxes.find((tax) => tax.id === id)
      if (id && !stored) return refuse('invalid-input', GONE)
      const displayOrder = stored?.displayOrder ?? Math.max(-1, ...taxes.map((other) => other.displayOrder)) + 1
      const own = {
        name,
        rate,
        jurisdiction,
        basis,
        appliesTo,
        taxedNights,
        exemptFromNights,
        displayOrder,
        demo: false,
      }
      const wanted: TaxSettings = { id: id ?? randomUUID(), ...own }
      const namesake = taxes.find((other) => other.id !== wanted.id && sameName(other.name, name))
      if (!id && namesake && isSameBut(wanted, namesake, { id: '', displayOrder: 0, demo: false })) {
        return { ok: true, settings }
      }
      if (namesake) {
        const message = `There is already a tax called ${namesake.name}. Please choose another name.`
        return refuse('invalid-input', message, { name: message })
      }
      const taxed = fees.map((fee) => withTax(fee, wanted.id, basis === 'percent' && on.includes(fee.id)))
      if (appliesTo.length === 0 && taxed.every(({ taxedBy }) => !taxedBy.includes(wanted.id))) {
        const message = 'Please choose what it taxes'
        return refuse('invalid-input', message, { on: message })
      }
      return { ok: true, settings: { ...settings, taxes: withItem(taxes, wanted), fees: taxed } }
    },
  }
})

function withTax(fee: FeeSettings, taxId: string, isTaxed: boolean): FeeSettings {
  const others = fee.taxedBy.filter((other) => other !== taxId)
  return { ...fee, taxedBy: isTaxed ? [...others, taxId].toSorted() : others }
}

const discount = formOf(DISCOUNT_FIELDS).check(({ value: { kind, threshold }, issues }) => {
  if (kind !== 'long-stay' || threshold > 1) return
  issues.push({ code: 'custom', path: ['threshold'], message: 'A long stay has 2 nights or more', input: threshold })
})

export const discountForm = priceForm(discount, ({ label, kind, threshold, percent }, id) => ({
  key: id ? `discounts:${id}` : null,
  edit: ({ settings }) => {
    const { discounts } = settings
    if (id && discounts.every((other) => other.id !== id)) return refuse('invalid-input', GONE)
    const wanted: DiscountSettings = { id: id ?? randomUUID(), label, kind, threshold, percent }
    const others = discounts.filter((other) => other.id !== wanted.id)
    const twin = others.find((other) => other.kind === kind && other.threshold === threshold)
    if (!id && twin && isSameBut(wanted, twin, { id: '' })) return { ok: true, settings }
    if (twin) {
      const message = `There is already a discount for ${DISCOUNT_WORDS[kind].stays(threshold)}: ${twin.label}. Change that one instead.`
      return refuse('invalid-input', message, { threshold: message })
    }
    const questions = [
      ...(Number(percent) > 50 ? [`${percent}% off is more than half of what the nights cost.`] : []),
      ...others.flatMap((other) => bothApply(wanted, other)),
    ]
    return { ok: true, settings: { ...settings, discounts: withItem(discounts, wanted) }, questions }
  },
}))

/** A stay may be early enough for one and late enough for another. */
function bothApply(one: DiscountSettings, other: DiscountSettings): string[] {
  const [late] = [one, other].filter(({ kind }) => kind === 'last-minute')
  const [early] = [one, other].filter(({ kind }) => kind === 'early-bird')
  if (!late || !early || early.threshold > late.threshold) return []
  const days =
    early.threshold === late.threshold
      ? countOf(late.threshold, 'day')
      : `${early.threshold} to ${countOf(late.threshold, 'day')}`
  return [`Stays booked ${days} ahead get both ${early.label} and ${late.label}.`]
}

type Charges = 'fees' | 'taxes' | 'discounts'

function without(settings: PriceSettings, list: Charges, id: string): PriceSettings {
  const next = { ...settings, [list]: settings[list].filter((item) => item.id !== id) }
  return list === 'taxes' ? { ...next, fees: next.fees.map((fee) => withTax(fee, id, false)) } : next
}

export const removalOf = (list: Charges) =>
  priceForm(z.object({}), (_, id) => ({
    key: `${list}:${id}`,
    edit: ({ settings }) => ({ ok: true, settings: without(settings, list, id ?? '') }),
  }))
