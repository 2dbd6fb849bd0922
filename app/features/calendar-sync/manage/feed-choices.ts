/** The choices of an operator for a calendar of another site. */
export const feedChoices = ['take-free', 'leave-free', 'open-window', 'close-window'] as const

type FeedChoice = (typeof feedChoices)[number]

const CHOICES = {
  'take-free': { takesFree: true },
  'leave-free': { takesFree: false },
  'open-window': { opensWindow: true },
  'close-window': { opensWindow: false },
} satisfies Record<FeedChoice, { takesFree: boolean } | { opensWindow: boolean }>

/** The columns of a feed that a choice sets. */
export const choiceOf = (choice: FeedChoice): { takesFree?: boolean; opensWindow?: boolean } => CHOICES[choice]
