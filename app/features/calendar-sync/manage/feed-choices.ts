/** The choices of an operator for a calendar of another site. */
export const feedChoices = ['block-free-events', 'ignore-free-events', 'open-window', 'close-window'] as const

type FeedChoice = (typeof feedChoices)[number]

const CHOICES = {
  'block-free-events': { blocksFreeEvents: true },
  'ignore-free-events': { blocksFreeEvents: false },
  'open-window': { ignoresBookingWindow: true },
  'close-window': { ignoresBookingWindow: false },
} satisfies Record<FeedChoice, { blocksFreeEvents: boolean } | { ignoresBookingWindow: boolean }>

/** The columns of a feed that a choice sets. */
export const choiceOf = (choice: FeedChoice): { blocksFreeEvents?: boolean; ignoresBookingWindow?: boolean } =>
  CHOICES[choice]
