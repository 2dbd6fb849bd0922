/** The page where a person signed up for the newsletter. */
export type ConsentSource = 'footer' | 'giveaway'

/** The purpose of a link: the step in its path, and the action of its button. */
export const linkSteps = ['confirm', 'unsubscribe'] as const
export type LinkStep = (typeof linkSteps)[number]

/** How long a confirmation link is valid. */
export const CONFIRM_WITHIN_DAYS = 7

/** Shown when a link has expired or never existed. */
export const LINK_ENDED = {
  confirm: `This link has expired. Links work for ${CONFIRM_WITHIN_DAYS} days. Sign up again and we’ll send you a new one.`,
  unsubscribe:
    'We don’t recognize this link. Use the one in our latest email, or contact us and we’ll take you off the list.',
} as const

/** Shown at the end of each step, whether an address was known or not. */
export const NEWSLETTER_DONE = {
  sent: {
    title: 'Check your inbox',
    text: `We’ve sent you an email. Press its button within ${CONFIRM_WITHIN_DAYS} days to join the list.`,
  },
  confirmed: {
    title: 'You’re on the list',
    text: 'Our next email comes to you. You can unsubscribe anytime with the link in every email.',
  },
  unsubscribed: { title: 'You’re off the list', text: 'We won’t email this address again.' },
} as const
