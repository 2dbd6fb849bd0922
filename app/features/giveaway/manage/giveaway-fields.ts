import type { z } from 'zod'
import type { RecordFields } from '#app/shared/record-fields.ts'
import { CHANNEL_NAMES, type Channel } from '../channels.ts'
import { SEED_LABELS } from '../seed.ts'
import { US_STATES } from '../us-states.ts'
import type { pageSchema, Rules, Start } from './giveaway-record.ts'
import { LONGEST_ANSWER_DAYS } from './giveaways-page.ts'

const NAME = { kind: 'line', label: 'Name', max: 80, hint: 'The title of its page, such as: Win a free stay' } as const

const CHANNEL_LABELS = Object.fromEntries(
  Object.entries(CHANNEL_NAMES).map(([channel, { label }]) => [channel, label]),
) as Record<Channel, string>

const words = (zone: string) => zone.replaceAll('_', ' ')

const SHARE_FIELDS = {
  channels: { kind: 'choices', label: 'Ways to share that earn entries', options: CHANNEL_LABELS },
  bonusPerChannel: { kind: 'number', label: 'Entries for each way', min: 0, max: 100 },
  maximumBonus: {
    kind: 'number',
    label: 'Entries for sharing at most',
    min: 0,
    max: 100,
    hint: '0: sharing earns nothing.',
  },
} as const satisfies Partial<RecordFields<Rules>>

/** The fields of the rules that entrants accept. `zones` are the time zones to choose from. */
export const rulesFields = (zones: readonly string[]): RecordFields<Rules> => ({
  opens: { kind: 'moment', label: 'Entries open' },
  closes: { kind: 'moment', label: 'Entries close' },
  timeZone: {
    kind: 'choice',
    label: 'Time zone of both',
    options: Object.fromEntries(zones.map((zone) => [zone, words(zone)])),
  },
  sponsor: { kind: 'line', label: 'Sponsor', max: 200, hint: 'Your company, with its address if your state asks so.' },
  prize: {
    kind: 'text',
    label: 'Prize',
    max: 600,
    hint: 'What is won, when it can be used, and what is not included.',
  },
  retailValue: { kind: 'money', label: 'Retail value in dollars', min: 100, max: 99_999_999 },
  eligibility: { kind: 'text', label: 'Who may enter', max: 400 },
  excludedStates: { kind: 'choices', label: 'States whose residents may not enter', options: US_STATES },
  freeEntryMethod: {
    kind: 'text',
    label: 'Free way to enter',
    max: 600,
    hint: 'The law asks for one with the same chances. The form of the page is free.',
  },
  odds: { kind: 'text', label: 'Odds', max: 400 },
  winnerSelection: {
    kind: 'text',
    label: 'How the winner is drawn and told',
    max: 1000,
    hint: 'The page itself explains the public list and the seed.',
  },
  answerDays: {
    kind: 'number',
    label: 'Days that the winner has to answer',
    min: 1,
    max: LONGEST_ANSWER_DAYS,
    optional: true,
    hint: 'The rules say so, and the email to the winner. Without, you say it when you write.',
  },
  seedKind: {
    kind: 'choice',
    label: 'Form of the seed',
    options: SEED_LABELS,
    hint: 'The draw takes a seed only in this form.',
  },
  seedSource: {
    kind: 'text',
    label: 'Source of the seed',
    max: 600,
    optional: true,
    hint: 'A public number that nobody knows yet, such as a lottery drawing after the close. Without one, you name it when you freeze the list.',
  },
  ...SHARE_FIELDS,
})

/** The fields of a new giveaway. */
export const startFields = (zones: readonly string[]): RecordFields<Start> => ({ name: NAME, ...rulesFields(zones) })

const PICTURE = {
  path: { kind: 'image', label: 'File' },
  alt: { kind: 'line', label: 'What it shows', max: 250, hint: 'For those who don’t see it.' },
} as const

/** The fields of the page's content beside the rules. */
export const PAGE_FIELDS: RecordFields<z.input<typeof pageSchema>> = {
  name: NAME,
  lead: { kind: 'text', label: 'Text below the name', max: 300, optional: true },
  image: { kind: 'group', label: 'Image at the top', optional: true, fields: PICTURE },
  cards: {
    kind: 'list',
    label: 'Cards',
    item: 'Card',
    most: 6,
    hint: 'What makes the prize worth winning.',
    fields: {
      title: { kind: 'line', label: 'Title', max: 60 },
      text: { kind: 'text', label: 'Text', max: 300 },
      image: { kind: 'group', label: 'Image', optional: true, fields: PICTURE },
    },
  },
}
