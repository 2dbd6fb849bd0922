import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  amountField,
  type FieldReader,
  formSchema,
  nameField,
  optionalField,
  percentField,
  wholeField,
} from '#app/platform/http/form-fields.server.ts'
import { canonical } from '#app/shared/canonical.ts'
import { countOf } from '#app/shared/words.ts'
import type { FeeSettings, PriceSettings, TaxSettings } from '../price-settings.ts'
import { invalid, type PriceForm, sameName, withItem } from './price-form.server.ts'

const NAME = 'Please enter the name that guests read, in up to 60 characters'
const GONE = 'Somebody removed this while you were typing. Add it anew if you need it.'

const idOf = (read: FieldReader) => (read.texts.id ? read.field('id', z.guid()) : null)

/** Pressed twice, the second is like the first. */
const isSameBut = (one: object, other: object, change: object) =>
  canonical({ ...one, ...change }) === canonical({ ...other, ...change })

/** What a fee is charged for. */
const FOR = z.enum(['stay', 'guest', 'pet', 'each-pet'], { error: 'Please choose what it is for' })

export const feeForm = formSchema((read): PriceForm => {
  const id = idOf(read)
  const label = read.field('label', nameField(NAME))
  const amount = read.field('amount', amountField(1, 9_999_00))
  const charged = read.field('for', FOR)
  const per = read.field('per', z.enum(['stay', 'night'], { error: 'Please choose one' }))
  const includedGuests = charged === 'guest' ? read.field('includedGuests', wholeField(0, 99)) : null
  return {
    key: id ? `fees:${id}` : null,
    edit: ({ settings }) => {
      const { fees, taxes } = settings
      if (id && fees.every((fee) => fee.id !== id)) return invalid(GONE)
      const fee: FeeSettings = {
        id: id ?? randomUUID(),
        kind: charged === 'each-pet' ? 'pet' : charged,
        label,
        amount,
        per,
        includedGuests,
        eachPet: charged === 'each-pet',
        taxedBy: taxes.flatMap((tax) => (read.texts[`tax-${tax.id}`] === undefined ? [] : [tax.id])).toSorted(),
        demo: false,
      }
      const namesake = fees.find((other) => other.id !== fee.id && sameName(other.label, label))
      if (!id && namesake && isSameBut(fee, namesake, { id: '', demo: false })) return { ok: true, settings }
      if (namesake) {
        const message = `There is already a fee called ${namesake.label}. Please choose another name.`
        return invalid(message, { label: message })
      }
      return { ok: true, settings: { ...settings, fees: withItem(fees, fee) } }
    },
  }
})

const BASIS = z.enum(['percent', 'night', 'guest-night'], { error: 'Please choose how it is computed' })

function taxRate(read: FieldReader, basis: TaxSettings['basis']): string {
  if (basis === 'percent') return read.field('rate', percentField(99))
  return String(read.field('rate', amountField(1, 999_00)) / 100)
}

export const taxForm = formSchema((read): PriceForm => {
  const id = idOf(read)
  const name = read.field('name', nameField(NAME))
  const jurisdiction = read.field('jurisdiction', optionalField(nameField('Please keep this to 60 characters')))
  const basis = read.field('basis', BASIS)
  const rate = taxRate(read, basis)
  const parts = (['nights', 'cleaning'] as const).filter((part) => read.texts[`on-${part}`] !== undefined)
  const appliesTo = basis === 'percent' ? [...parts] : ['nights' as const]
  const firstNights = read.field('firstNights', optionalField(wholeField(1, 365)))
  const notFromNights = read.field('notFromNights', optionalField(wholeField(2, 366)))
  const taxesFee = (feeId: string) => basis === 'percent' && read.texts[`fee-${feeId}`] !== undefined
  return {
    key: id ? `taxes:${id}` : null,
    edit: ({ settings }) => {
      const { taxes, fees } = settings
      const stored = taxes.find((tax) => tax.id === id)
      if (id && !stored) return invalid(GONE)
      const displayOrder = stored?.displayOrder ?? Math.max(-1, ...taxes.map((other) => other.displayOrder)) + 1
      const own = { name, rate, jurisdiction, basis, appliesTo, firstNights, notFromNights, displayOrder, demo: false }
      const tax: TaxSettings = { id: id ?? randomUUID(), ...own }
      const namesake = taxes.find((other) => other.id !== tax.id && sameName(other.name, name))
      if (!id && namesake && isSameBut(tax, namesake, { id: '', displayOrder: 0, demo: false })) {
        return { ok: true, settings }
      }
      if (namesake) {
        const message = `There is already a tax called ${namesake.name}. Please choose another name.`
        return invalid(message, { name: message })
      }
      const taxed = fees.map((fee) => withTax(fee, tax.id, taxesFee(fee.id)))
      if (appliesTo.length === 0 && taxed.every(({ taxedBy }) => !taxedBy.includes(tax.id))) {
        const message = 'Please choose what it taxes'
        return invalid(message, { appliesTo: message })
      }
      return { ok: true, settings: { ...settings, taxes: withItem(taxes, tax), fees: taxed } }
    },
  }
})

function withTax(fee: FeeSettings, taxId: string, isTaxed: boolean): FeeSettings {
  const others = fee.taxedBy.filter((other) => other !== taxId)
  return { ...fee, taxedBy: isTaxed ? [...others, taxId].toSorted() : others }
}

export const discountForm = formSchema((read): PriceForm => {
  const id = idOf(read)
  const label = read.field('label', nameField(NAME))
  const fromNights = read.field('fromNights', wholeField(2, 365))
  const percent = read.field('percent', percentField(100))
  return {
    key: id ? `discounts:${id}` : null,
    edit: ({ settings }) => {
      const { discounts } = settings
      if (id && discounts.every((discount) => discount.id !== id)) return invalid(GONE)
      const discount = { id: id ?? randomUUID(), label, fromNights, percent }
      const twin = discounts.find((other) => other.id !== discount.id && other.fromNights === fromNights)
      if (!id && twin && isSameBut(discount, twin, { id: '' })) return { ok: true, settings }
      if (twin) {
        const message = `There is already a discount from ${countOf(fromNights, 'night')}: ${twin.label}. Change that one instead.`
        return invalid(message, { fromNights: message })
      }
      const kept = withItem(discounts, discount).toSorted((a, b) => a.fromNights - b.fromNights)
      const questions = Number(percent) > 50 ? [`${percent}% off is more than half of what the nights cost.`] : []
      return { ok: true, settings: { ...settings, discounts: kept }, questions }
    },
  }
})

type Charges = 'fees' | 'taxes' | 'discounts'

function without(settings: PriceSettings, list: Charges, id: string): PriceSettings {
  const next = { ...settings, [list]: settings[list].filter((item) => item.id !== id) }
  return list === 'taxes' ? { ...next, fees: next.fees.map((fee) => withTax(fee, id, false)) } : next
}

export const removalOf = (list: Charges) =>
  formSchema((read): PriceForm => {
    const id = read.field('id', z.guid())
    return { key: `${list}:${id}`, edit: ({ settings }) => ({ ok: true, settings: without(settings, list, id) }) }
  })
