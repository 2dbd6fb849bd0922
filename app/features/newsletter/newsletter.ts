/** The page where a person signed up for the newsletter. */
export type ConsentSource = 'footer' | 'giveaway'

/** The purpose of a link: the step in its path, and the action of its button. */
export const linkSteps = ['confirm', 'unsubscribe'] as const
export type LinkStep = (typeof linkSteps)[number]

/** How long a confirmation link is valid. */
export const CONFIRM_WITHIN_DAYS = 7

/** Shown when a link has expired or never existed. */
export const LINK_ENDED = {
  confirm: `This link has run out: it works for ${CONFIRM_WITHIN_DAYS} days. Sign up once more, and we send you a new one.`,
  unsubscribe:
    'We do not know this link. Use the one in the newest letter, or write to us and we take you off the list.',
} as const

/** Shown at the end of each step, whether an address was known or not. */
export const NEWSLETTER_DONE = {
  sent: {
    title: 'Check your inbox',
    text: `We have written to you. Press the button in that email within ${CONFIRM_WITHIN_DAYS} days and you are on the list; until then you are not.`,
  },
  confirmed: {
    title: 'You are on the list',
    text: 'The next letter comes to you. Every letter has a link that ends it.',
  },
  unsubscribed: { title: 'You are off the list', text: 'No more letters go to this address.' },
} as const
