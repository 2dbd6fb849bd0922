import { testDemo } from './engines.ts'
import type { Visitor } from './visitor.ts'

const REPORTS = ['Payments due', 'Business', 'Bookkeeping']

/** The operator opens a stay behind a figure, and files a month's tax. */
async function report(operator: Visitor) {
  await operator.open('/admin/money')
  for (const title of REPORTS) {
    await operator.click('.admin-places a', title)
    await operator.see('h1', title)
  }
  await operator.click('.place-tabs a', 'Payouts')
  await operator.see('h1', 'Payouts')
  await operator.open('/admin/money/business')
  await operator.click('[data-phone="values"] a', 'On the website')
  const stay = await operator.link('#stays tbody a', '')
  await operator.open(stay)
  await operator.see('h2', 'Private note')
  await operator.open('/admin/money/lodging-tax')
  await operator.click('button', 'Mark as filed')
  await operator.see('p', 'Filed on')
  await operator.click('.notice button', 'Undo')
  await operator.see('button', 'Mark as filed')
}

/** He adds an owner, and sends the statement of last month. Returns the link of the owner. */
async function send(operator: Visitor): Promise<string> {
  await operator.open('/admin/money/owners')
  await operator.click('summary', 'Add an owner')
  await operator.write('Name', 'Ann Bell')
  await operator.click('input[name=properties]')
  await operator.click('button', 'Add the owner')
  await operator.click('a', 'Open Ann Bell')
  await operator.see('h1', 'Ann Bell')
  await operator.hydrated()
  await operator.click('button', 'Mark as sent')
  await operator.see('.card-head > p', 'Sent on')
  return operator.link('a', 'Open the owner’s page')
}

async function read(owner: Visitor, link: string) {
  await owner.open(link)
  await owner.see('h1', 'Statement for')
}

testDemo('an operator reads the reports, files a tax, and sends a statement', {}, async ({ visit }) => {
  await visit(1440, report)
  const link = await visit(390, send)
  await visit(390, (owner) => read(owner, link))
})
