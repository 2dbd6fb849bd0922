import type { Cents } from '#app/shared/money.ts'

/** Percent as decimal text with up to four decimals: `10.4` or `10.4000` is 10.4%. */
export type Percent = string

/** A percentage of an amount, rounded half up to the cent, in integer arithmetic. */
export function percentOf(amount: Cents, percent: Percent): Cents {
  const match = /^(\d+)(?:\.(\d{1,4}))?$/.exec(percent)
  if (!match) throw new Error(`not a percentage: ${percent}`)
  const tenThousandths = BigInt(`${match[1]}${(match[2] ?? '').padEnd(4, '0')}`)
  return Number((2n * BigInt(amount) * tenThousandths + 1_000_000n) / 2_000_000n)
}

/** `10.4%`, without the trailing zeros from the database. */
export function percentWords(percent: Percent): string {
  return `${percent.includes('.') ? percent.replace(/\.?0+$/, '') : percent}%`
}
