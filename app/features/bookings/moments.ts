import type { MailMoment, StayMoment } from './stay-moments.ts'

/** The template of the emails with these texts. */
export const STAY_MESSAGE = 'stay-message'

/** The text of a message: plain, with placeholders such as `{home}`. */
export type MessageText = { subject: string; body: string }

type MomentFacts = {
  label: string
  /** When it is sent, for operators. */
  when: string
  text: MessageText
}

/** The default text of each moment. The times are those of the home. */
export const MOMENTS = {
  'balance-due': {
    label: 'Payment due',
    when: '3 days before a payment is due, at 10 AM',
    text: {
      subject: '{due} is due on {due date}',
      body: 'A reminder: {due} for your stay at {home}, {dates}, is due on {due date}.\n\nHow to pay is on your stay page.\n\n{stay link}',
    },
  },
  'not-paid': {
    label: 'Not paid',
    when: 'the day after a payment was due, at 10 AM; then it’s a task on Today',
    text: {
      subject: 'We haven’t received {due} yet',
      body: 'We haven’t received {due} for your stay at {home} yet. It was due on {due date}.\n\nIf you’ve paid already, thank you: checks and transfers can take a few days. How to pay is on your stay page.\n\n{stay link}',
    },
  },
  'arrival-guide': {
    label: 'Arrival guide open',
    when: 'the day on which the arrival guide opens, at 10 AM',
    text: {
      subject: 'Your arrival guide for {home}',
      body: 'Your arrival guide is ready: {in the guide}. You can read it without a connection once you’ve opened it.\n\n{stay link}\n\nCheck-in is on {check-in}, from {check-in time}.',
    },
  },
  'day-before': {
    label: 'The day before',
    when: 'the day before check-in, at 4 PM',
    text: {
      subject: 'See you tomorrow at {home}',
      body: 'We look forward to having you tomorrow. {home} is yours from {check-in time}.\n\nThe details of your stay are on your stay page.\n\n{stay link}\n\nIf you’re running late or need anything, reply to this email.',
    },
  },
  'first-morning': {
    label: 'First morning',
    when: 'the morning after check-in, at 9 AM',
    text: {
      subject: 'Is everything as you hoped?',
      body: 'Good morning! We hope you slept well.\n\nIf anything is missing or doesn’t work, reply to this email and we’ll see to it.',
    },
  },
  'last-day': {
    label: 'The day before check-out',
    when: 'the day before check-out, at 5 PM',
    text: {
      subject: 'Checking out of {home} tomorrow',
      body: 'Check-out is tomorrow by {check-out time}. The details of your stay are on your stay page.\n\n{stay link}\n\nSafe travels!',
    },
  },
  thanks: {
    label: 'Thank you',
    when: 'the day after check-out, at 11 AM',
    text: {
      subject: 'Thank you for staying at {home}',
      body: 'Thank you for staying with us. We hope to have you again.\n\nDid you leave something behind, or is there something we should know? Reply to this email.',
    },
  },
  review: {
    label: 'Review',
    when: 'two days after check-out, at 11 AM, unless there’s a review already',
    text: {
      subject: 'How was {home}?',
      body: 'Would you tell other guests how your stay was? A few words are enough. We publish every review, good or bad.\n\n{review link}',
    },
  },
} as const satisfies Record<StayMoment, MomentFacts>

type MailFacts = {
  label: string
  when: string
  /** It contains no written promise, so the operator can turn it off. */
  canBeOff: boolean
  /** Nothing is due at that moment: a placeholder for it would never have a value. */
  isBeforeOrAfter: boolean
}

/** The emails of the site that have a paragraph of the operator's own. */
export const MAILS = {
  received: {
    label: 'Request received',
    when: 'when a guest requests a stay',
    canBeOff: false,
    isBeforeOrAfter: true,
  },
  confirmed: {
    label: 'Confirmed',
    when: 'when a stay is booked',
    canBeOff: false,
    isBeforeOrAfter: false,
  },
  'how-to-pay': {
    label: 'How to pay',
    when: 'when you ask a guest for a payment',
    canBeOff: false,
    isBeforeOrAfter: false,
  },
  paid: {
    label: 'Payment received',
    when: 'when a guest has paid by a link, and when a card is charged the balance',
    canBeOff: true,
    isBeforeOrAfter: false,
  },
  canceled: {
    label: 'Canceled',
    when: 'when a stay is canceled',
    canBeOff: false,
    isBeforeOrAfter: true,
  },
} as const satisfies Record<MailMoment, MailFacts>

export const isMailMoment = (moment: StayMoment | MailMoment): moment is MailMoment => Object.hasOwn(MAILS, moment)

export const labelOf = (moment: StayMoment | MailMoment): string =>
  isMailMoment(moment) ? MAILS[moment].label : MOMENTS[moment].label

/** The text of a moment for a home, and whether it is sent. `isOwn`: the home differs from the site. */
export type MomentText = MessageText & { isOn: boolean; isOwn: boolean }

/** The texts of all moments. The subject of an email that is sent at once is the site's, and empty here. */
export type MomentTexts = Record<StayMoment | MailMoment, MomentText>

/** The placeholders in texts, with their meaning. If a stay has no value for one, nothing is sent. */
export const PLACEHOLDERS = {
  guest: 'first name',
  home: 'name of the home',
  dates: 'dates of the stay',
  'check-in': 'day of check-in',
  'check-in time': 'from when',
  'check-out': 'day of check-out',
  'check-out time': 'by when',
  due: 'what is due next',
  'due date': 'by when it is due',
  'in the guide': 'what the arrival guide of the home has',
  reference: 'reference of the booking',
  'stay link': 'link to the stay page; alone on its line it’s a button',
  'review link': 'link to the page for a review; alone on its line it’s a button',
} as const

type Placeholder = keyof typeof PLACEHOLDERS

const IN_TEXT = /\{([^{}\n]*)\}/g

const placeholdersIn = (text: string) => [...text.matchAll(IN_TEXT)].map(([, name = '']) => name.trim())

/** The page on which a guest reviews the stay of this page. */
export const reviewUrlOf = (stayUrl: string) => stayUrl.replace('/stay/', '/review/')

/** A text for operators and for the record: its links open the stay for whoever has them. */
export const withoutLinks = (text: string, stayUrl: string) =>
  text.replaceAll(stayUrl, '[View your stay]').replaceAll(reviewUrlOf(stayUrl), '[Write a review]')

/** Why a text cannot be saved; null if it can. */
export function placeholderProblem(text: string, part: keyof MessageText): string | null {
  const unknown = placeholdersIn(text).find((name) => !Object.hasOwn(PLACEHOLDERS, name))
  if (unknown !== undefined) return `There’s no placeholder {${unknown}}. Use one of those below.`
  // Subjects stand in the log, and the link opens the stay for whoever has it.
  const hasLink = placeholdersIn(text).some((name) => name.endsWith(' link'))
  return part === 'subject' && hasLink ? 'The link can’t be in the subject.' : null
}

/** Why a paragraph of an email of the site cannot be saved; null if it can. */
export function paragraphProblem(text: string, moment: MailMoment): string | null {
  const due = placeholdersIn(text).find((name) => name.startsWith('due'))
  if (due && MAILS[moment].isBeforeOrAfter) return `Nothing is due at that moment, so {${due}} would be empty.`
  return placeholderProblem(text, 'body')
}

export type PlaceholderValues = Record<Placeholder, string>

/** The placeholders of a text that have no value for this stay. */
export const missingValues = ({ subject, body }: MessageText, values: PlaceholderValues): Placeholder[] =>
  [...new Set([...placeholdersIn(subject), ...placeholdersIn(body)])].filter(
    (name): name is Placeholder => values[name as Placeholder] === '',
  )

/** The placeholders without a replacement. */
export const placeholdersLeft = (text: string): string[] =>
  placeholdersIn(text).filter((name) => Object.hasOwn(PLACEHOLDERS, name))

/** The text with the values of a stay. */
export const fillPlaceholders = (text: string, values: Partial<PlaceholderValues>): string =>
  text.replace(IN_TEXT, (whole, name: string) => values[name.trim() as Placeholder] ?? whole)
