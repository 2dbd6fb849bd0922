import { eachNight, type IsoDate } from '#app/shared/dates.ts'
import { type Cents, CURRENCY } from '#app/shared/money.ts'
import { nightGroups, type PricedNight } from './night-groups.ts'
import { type PricingRules, rateOfNight, type Tax } from './rates.ts'

export type QuoteLine = { kind: 'nights' | 'cleaning' | 'pet' | 'tax'; label: string; amount: Cents }

/** What a stay costs in all: the lines add up to the total. */
export type Quote = { nights: number; lines: QuoteLine[]; total: Cents; currency: typeof CURRENCY }

/** Percent with up to four decimals of an amount, rounded half up to the cent, in whole numbers only. */
export function taxOn(amount: Cents, rate: string): Cents {
  const match = /^(\d+)(?:\.(\d{1,4}))?$/.exec(rate)
  if (!match) throw new Error(`not a tax rate: ${rate}`)
  const tenThousandths = BigInt(`${match[1]}${(match[2] ?? '').padEnd(4, '0')}`)
  return Number((2n * BigInt(amount) * tenThousandths + 1_000_000n) / 2_000_000n)
}

function taxLine(tax: Tax, taxable: Cents): QuoteLine {
  const percent = tax.rate.includes('.') ? tax.rate.replace(/\.?0+$/, '') : tax.rate
  return { kind: 'tax', label: `${tax.name} (${percent}%)`, amount: taxOn(taxable, tax.rate) }
}

const sum = (lines: readonly QuoteLine[]) => lines.reduce((total, line) => total + line.amount, 0)

/**
 * The all-in price of `[checkIn, checkOut)`: equal nights together in order of first appearance, then cleaning, the pet
 * fee (once a stay), then each tax. Null when the home has no rates. The dates must be real and in order.
 */
export function priceStay(
  rules: PricingRules,
  stay: { checkIn: IsoDate; checkOut: IsoDate; pets: number },
): Quote | null {
  const dates = eachNight(stay.checkIn, stay.checkOut)
  if (dates.length === 0) throw new Error(`no nights between ${stay.checkIn} and ${stay.checkOut}`)

  const nights: PricedNight[] = []
  for (const date of dates) {
    const rate = rateOfNight(rules, date)
    if (!rate) return null
    nights.push({ date, ...rate })
  }

  const taxed: QuoteLine[] = nightGroups(nights).map((group) => ({ kind: 'nights', ...group }))
  const untaxed: QuoteLine[] = []
  if (rules.cleaningFee > 0) taxed.push({ kind: 'cleaning', label: 'Cleaning', amount: rules.cleaningFee })
  if (rules.petFee && stay.pets > 0) {
    const line: QuoteLine = { kind: 'pet', label: rules.petFee.label, amount: rules.petFee.amount }
    if (rules.petFee.taxable) taxed.push(line)
    else untaxed.push(line)
  }

  const taxable = sum(taxed)
  const taxes = rules.taxes.filter((tax) => Number(tax.rate) > 0).map((tax) => taxLine(tax, taxable))
  const lines = [...taxed, ...untaxed, ...taxes]
  return { nights: nights.length, lines, total: sum(lines), currency: CURRENCY }
}
