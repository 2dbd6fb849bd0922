import { SHARE_BONUS } from './share-bonus.ts'

/** The initial rules of a first giveaway, until the operator writes their own. */
export const USUAL_RULES = {
  eligibility: 'Legal residents of the 50 United States who are 18 or older on the day they enter.',
  excludedStates: [],
  odds: 'The odds of winning depend on the number of eligible entries received.',
  freeEntryMethod: `No purchase is necessary, and a purchase doesn’t help. The form on the giveaway page is free. Sharing is optional, free, and open to everyone.`,
  winnerSelection:
    'One entry is drawn at random from all eligible entries within seven days after the close. We’ll notify the winner by email. If we don’t hear back in time, we draw another entry.',
  answerDays: 7,
  seedKind: 'powerball' as const,
  seedSource:
    'The winning numbers of the first Powerball drawing held a full day or more after the close: the five white balls, then the Powerball.',
  ...SHARE_BONUS,
}
