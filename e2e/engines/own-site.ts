import { addDays, type IsoDate } from '#app/shared/dates.ts'
import { stayToQuery } from '#app/shared/stay.ts'
import { inFolder } from './upload-images.ts'
import type { Visitor } from './visitor.ts'

const OPERATOR = { name: 'mia', password: 'ten lit windows' }

/** The operator's names for the site and the home. */
export const BRAND = 'Juniper Stays'
export const PROPERTY = { name: 'Juniper House', path: '/property/juniper-house' }
const ADMIN = '/admin/homes/juniper-house'

/** Three nights at 300, cleaning, and a tenth of it all as tax. */
const TOTAL = '$1,155'

/** Opens the link that the first start has printed, and creates the operator. */
export async function createOperator(operator: Visitor, link: string) {
  await operator.open(new URL(link).pathname)
  await operator.write('Name', OPERATOR.name)
  await operator.write('Password', OPERATOR.password)
  await operator.write('Password again', OPERATOR.password)
  await operator.click('button', 'Create and sign in')
  await operator.see('h2', 'Set up')
}

export async function signIn(operator: Visitor) {
  await operator.open('/sign-in')
  await operator.write('Name', OPERATOR.name)
  await operator.write('Password', OPERATOR.password)
  await operator.click('button', 'Sign in')
  await operator.see('h1', 'Today')
}

/** Saves the open form, and returns the text of the bar. */
async function save(operator: Visitor, words: string, button = 'Save') {
  await operator.click('form button:not(.sr-only)', button)
  await operator.see('.notice', words)
}

/** Goes on to the next form, as the bar offers it. It is open then. */
const goOn = (operator: Visitor, title: string) => operator.click('.notice a', `Next: ${title}`)

/** From Set up, the operator names his site, and has a home of his own in place of the samples. */
export async function beginSite(operator: Visitor) {
  await operator.click('.set-up-steps a', 'Change the site')
  await operator.rewrite('Name', BRAND)
  await operator.rewrite('Email address', 'hello@juniper.test')
  await operator.write('Postal address (optional)', '12 Main St, Bend, OR 97701')
  await operator.rewrite('Name of the social link (optional)', '')
  await operator.rewrite('Address of the social link (optional)', '')
  await save(operator, 'Site settings changed')
  await operator.see('.brand', BRAND)
  await goOn(operator, 'The homes')
  await operator.click('button', 'Remove 4 sample homes')
  await operator.write('Name', PROPERTY.name)
  await operator.write('Place', 'Bend, Oregon')
  await operator.choose('Time zone', 'America/Los_Angeles')
  await operator.write('Sleeps', '8')
  await save(operator, 'Home added as a draft', 'Add the home')
}

/** How many images the home has. Each is stored in several sizes, so twelve are for `npm test -- --all`. */
const IMAGES = process.env.TEST_ALL ? 12 : 3

/** All images at once, and the words of one. */
const addImages = (operator: Visitor) =>
  inFolder('pc-photos-', async (store) => {
    const files = await Promise.all(Array.from({ length: IMAGES }, (_, at) => store(`photo-${at}.jpg`, at + 1)))
    await operator.choose('Category of these photos', 'Bedrooms')
    await operator.upload('.image-files input[multiple]', ...files)
    await operator.see('.image-queue > p', `${IMAGES} of ${IMAGES} photos added`)
    await operator.write('Alt text', 'The loft, with the stove lit')
    await operator.press('Enter')
    await operator.see('.notice', 'Words or category of a photo changed')
  })

/** Each form that guests need, one after the other, as the bar leads to them. */
export async function fillIn(operator: Visitor) {
  await goOn(operator, 'Photos')
  await addImages(operator)
  await goOn(operator, 'Prices')
  await operator.write('Every night', '300')
  await operator.rewrite('Cleaning', '150')
  await save(operator, 'Nightly prices changed')
  await goOn(operator, 'Taxes')
  await operator.write('Name', 'Lodging tax')
  await operator.write('Percent or dollars', '10')
  await save(operator, 'Tax Lodging tax added', 'Add the tax')
  await goOn(operator, 'Place and times')
  await operator.write('Whole address', '61 Juniper Ridge, Bend, OR 97702')
  await operator.write('Place on the map', '44.05, -121.31')
  await save(operator, 'Place and times changed')
  await goOn(operator, 'Rooms and beds')
  await operator.click('button', 'Add a room')
  await operator.write('Name', 'Loft')
  await operator.click('button', 'Add a bed')
  await operator.choose('Kind', 'king')
  await operator.write('How many', '4')
  await save(operator, 'Rooms and beds changed')
  await goOn(operator, 'How guests pay')
  await operator.write('How guests pay, as they read it', 'By check to Juniper Stays.')
  await save(operator, 'How guests pay changed')
  await goOn(operator, 'Legal pages')
  await save(operator, 'Version of a legal page added', 'Add the version')
  await goOn(operator, 'Legal pages')
  await save(operator, 'Version of a legal page added', 'Add the version')
}

/** Optional content, required content, and then publishing. */
export async function publish(operator: Visitor) {
  await operator.open(`${ADMIN}/page?section=story`)
  await operator.click('button', 'Add a section')
  await operator.write('Heading', 'A house in the junipers')
  await operator.write('Text', 'Big windows, and a stove.')
  await save(operator, 'Story changed')
  await operator.open(`${ADMIN}/guide`)
  await operator.write('Directions', 'Past the mill, then left.')
  await save(operator, 'Arrival guide changed')
  await goOn(operator, 'Publish')
  await operator.click('form button:not(.sr-only)', 'Save')
  await operator.see('.form-problem p', `${IMAGES - 1} photos without a description`)
  await save(operator, 'Home is published', 'Save anyway')
}

/** A guest finds the home by its dates, sees the total, and asks for it. Returns the address of the stay. */
export async function book(guest: Visitor, today: IsoDate): Promise<string> {
  const checkIn = addDays(today, 40)
  const stay = { checkIn, checkOut: addDays(checkIn, 3), adults: 2, children: 0, infants: 0, pets: 0 }
  await guest.open('/')
  await guest.click('button', 'Check-in')
  await guest.pickStay(stay.checkIn, stay.checkOut)
  await guest.click('button', 'Search')
  await guest.at(`/search?${stayToQuery(stay)}`)
  await guest.see('.stay-result-price strong', TOTAL)
  const from = encodeURIComponent(`search?${stayToQuery(stay)}`)
  await guest.follow(
    `a[href^="${PROPERTY.path}"]`,
    'View this home',
    `${PROPERTY.path}?${stayToQuery(stay)}&from=${from}`,
  )
  await guest.hydrated()
  return guest.inFrame('#book iframe', async () => {
    await guest.see('.booking-total', TOTAL)
    await guest.click('button', 'Request to book')
    await guest.write('Name', 'Ada Winters')
    await guest.write('Email', 'ada@example.com')
    await guest.write('Phone', '+1 541 555 0100')
    await guest.click('button', 'Request to book')
    await guest.see('h2', 'Thanks, Ada. We’re holding your dates.')
    return new URL(await guest.link('a', 'View your request')).pathname
  })
}

/** The operator answers from Today, and reads what the guest reads now. */
export async function answer(operator: Visitor, stay: string) {
  await operator.see('.admin-task-title', 'Ada Winters requests Juniper House')
  await operator.click('.admin-tasks a', 'Answer')
  // Today has a button with this name, too.
  await operator.see('.step-label', 'Your answer')
  await operator.click('button', 'Confirm')
  await operator.see('.page-top .state', 'Confirmed')
  await operator.open(stay)
  await operator.see('p', 'By check to Juniper Stays.')
}
