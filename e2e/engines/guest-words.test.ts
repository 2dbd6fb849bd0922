import { changeRows } from '../change-rows.ts'
import { LEFT_STAY } from '../left-stay.ts'
import { testDemo } from './engines.ts'
import { inFolder } from './upload-images.ts'
import type { Visitor } from './visitor.ts'

/** A guest asks something, and reads the journal. */
async function ask(guest: Visitor) {
  await guest.open('/contact')
  await guest.write('Name', 'Dana Whitlock')
  await guest.write('Email', 'dana@example.com')
  await guest.write('Message', 'Is there a high chair?')
  await guest.click('button', 'Send message')
  await guest.see('.toast', 'Message sent!')
  await guest.open('/journal')
  await guest.follow('a', 'A day on the dock', '/journal/a-day-on-the-dock')
  await guest.see('h1', 'A day on the dock')
}

/** The operator adds a paragraph, answers, and writes a newsletter. Returns the page of a stay that is over. */
async function write(operator: Visitor): Promise<string> {
  await operator.open('/admin/messages')
  await operator.click('summary', 'Add a paragraph')
  await operator.write('Your own paragraph', 'Mind the moose, ')
  await operator.click('.insert-buttons button', '{guest}')
  await operator.see('figure > p:last-child', 'Mind the moose, ')
  await operator.click('form button', 'Save')
  await operator.see('.notice', 'Message to guests changed')
  await operator.open('/admin/inbox')
  await operator.click('a', 'Dana Whitlock')
  await operator.see('h1', 'Dana Whitlock')
  await operator.hydrated()
  await operator.write('Your answer', 'It is in the closet.')
  await operator.click('form button', 'Send')
  await operator.see('.stream-message p', 'It is in the closet.')
  await operator.open('/admin/newsletter')
  await operator.click('summary', 'Write a newsletter')
  await operator.write('Subject', 'First snow')
  await operator.write('Text', 'It came early.')
  await operator.click('form button', 'Save the draft')
  await operator.see('h2', 'Send it')
  await operator.open('/admin/giveaway')
  await operator.see('h1', 'Giveaway')
  await operator.open('/admin/bookings?view=past')
  await operator.click('a[href^="/admin/bookings/"]:not([href*="new"])', '')
  return operator.link('a', 'Open what the guest sees')
}

/** The guest of that stay reviews it with a photo, and the operator publishes it. */
async function review(guest: Visitor, stay: string) {
  await guest.open(stay.replace('/stay/', '/review/'))
  await guest.click('input[type=radio]', '4 stars')
  await guest.write('What was it like?', 'The creek outside the window.')
  await guest.click('button', 'Send review')
  await guest.see('h1', 'Thank you for your review')
  await guest.hydrated()
  await inFolder('pc-review-', async (store) => {
    await guest.upload('#review-image', await store('creek.jpg'))
    await guest.click('button', 'Add photo')
    await guest.see('p', 'Your photo is with your review.')
  })
}

async function publish(operator: Visitor) {
  await operator.open('/admin/reviews')
  await operator.see('.image-row a', 'Photo 1 by ')
  await operator.click('button', 'Publish the review of ')
  await operator.see('p', 'Shown since ')
}

const prepare = (dataDir: string) => changeRows(dataDir, LEFT_STAY)

testDemo('guests ask, read, and review, and the operator answers and publishes', { prepare }, async ({ visit }) => {
  await visit(390, ask)
  const stay = await visit(1440, write)
  await visit(390, (guest) => review(guest, stay))
  await visit(1440, publish)
})
