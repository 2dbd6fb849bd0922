import type { Visitor } from './visitor.ts'

/** Writes how guests pay, for all homes. */
export async function setHowGuestsPay(operator: Visitor) {
  await operator.open('/admin/site')
  await operator.click('summary', 'Change how guests pay')
  await operator.write('How guests pay, as they read it', 'By check to Powder & Cove.')
  await operator.click('#change-payment button', 'Save')
  await operator.see('.item-lines li', 'Guests read: By check')
}

/** From the page of a confirmed booking to what its guest reads, and back. */
export async function expectHowToPay(operator: Visitor, { reference, total }: { reference: string; total: string }) {
  await operator.open(new URL(await operator.link('a', 'Open what the guest sees')).pathname)
  await operator.see('.booking-steps li', `You pay ${total} by`)
  await operator.see('p', 'By check to Powder & Cove.')
  await operator.see('p', `Please give the reference ${reference} with your payment.`)
  await operator.open(`/admin/bookings/${reference}`)
}
