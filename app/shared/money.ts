/** An amount of money in integer cents of US dollars. */
export type Cents = number

/** The one currency of the site. */
export const CURRENCY = 'USD'

/**
 * Parses the database's `numeric` text, such as `1090.00`, to cents. Throws on anything else: a bug, never a guest's
 * input.
 */
export function centsFromNumeric(text: string): Cents {
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text)
  if (!match) throw new Error(`not an amount of money: ${text}`)
  const cents = Number(match[2]) * 100 + Number((match[3] ?? '').padEnd(2, '0'))
  return match[1] ? -cents : cents
}

/** Cents as the database's `numeric` text. */
export function numericFromCents(cents: Cents): string {
  const sign = cents < 0 ? '-' : ''
  const whole = Math.abs(cents)
  return `${sign}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
}

/** Cents as they are typed: `590`, `590.50`. */
export const typedAmount = (cents: Cents) => numericFromCents(cents).replace(/\.00$/, '')

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: CURRENCY })

/** Cents in a list that adds up, where the points stand below each other: `$3,482.60`, `$300.00`. */
export function formatMoney(cents: Cents): string {
  return dollars.format(cents / 100)
}

/** Cents that stand alone or in a sentence: `$3,482.60`, but `$300`. */
export function formatAmount(cents: Cents): string {
  return formatMoney(cents).replace('.00', '')
}

/** The same to the whole dollar: `$3,483`. */
export const formatDollars = (cents: Cents) => formatAmount(Math.round(cents / 100) * 100 + 0)

/** Percent as decimal text with up to four decimals: `10.4` or `10.4000` is 10.4%. */
export type Percent = string

/** Percentages are few, and a search over thousands of properties parses each of them thousands of times. */
const parsed = new Map<Percent, number>()

function tenThousandthsOf(percent: Percent): number {
  const known = parsed.get(percent)
  if (known !== undefined) return known
  const match = /^(\d+)(?:\.(\d{1,4}))?$/.exec(percent)
  if (!match) throw new Error(`not a percentage: ${percent}`)
  const tenThousandths = Number(`${match[1]}${(match[2] ?? '').padEnd(4, '0')}`)
  if (parsed.size >= 1000) parsed.clear()
  parsed.set(percent, tenThousandths)
  return tenThousandths
}

/** A percentage of an amount, rounded half up to the cent, in integer arithmetic. */
export function percentOf(amount: Cents, percent: Percent): Cents {
  const tenThousandths = tenThousandthsOf(percent)
  const doubled = 2 * amount * tenThousandths + 1_000_000
  if (Number.isSafeInteger(doubled)) return Math.floor(doubled / 2_000_000)
  return Number((2n * BigInt(amount) * BigInt(tenThousandths) + 1_000_000n) / 2_000_000n)
}

/** Whether a percentage is 0, however many decimals it has. */
export function isZero(percent: Percent): boolean {
  return tenThousandthsOf(percent) === 0
}

/** `10.4%`, without the trailing zeros from the database. */
export function percentWords(percent: Percent): string {
  return `${Number(percent)}%`
}
