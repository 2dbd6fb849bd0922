import type { Cents } from '#app/shared/money.ts'
import { dueAnew, type MoneyFacts, moneyOf } from '../booking-summary.ts'

/** The effects of another total for the guest: the refund, a changed balance, and the amount still to be paid. */
export type TotalPreview = { returned: Cents; balance: { amount: Cents; dueOn: string } | null; due: Cents }

/** The effects of `adjustPayments` once a booking costs `total`. A smaller balance than `smallest` is dropped. */
export function previewTotal(stay: MoneyFacts, { total, smallest }: { total: Cents; smallest: Cents }): TotalPreview {
  const money = moneyOf({ ...stay, total })
  const { byCard, byHand, planned } = money
  const due = dueAnew(money)
  const balance = stay.payments.find(({ status }) => status === 'scheduled')
  const wanted = balance ? balance.amount + due : 0
  if (balance?.dueOn && wanted >= smallest) {
    return { returned: 0, balance: { amount: wanted, dueOn: balance.dueOn }, due: 0 }
  }
  const left = due < 0 ? due + planned : due
  const returned = Math.min(Math.max(0, -left), byCard + byHand)
  return { returned, balance: null, due: Math.max(0, left) }
}
