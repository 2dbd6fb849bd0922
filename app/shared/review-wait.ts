/** A guest's review that nobody has read shows after so many days. */
export const REVIEW_WAIT_DAYS = 7

/** What was written by then shows, unless it is withheld. */
export const unreadSince = (now: Date) => new Date(now.getTime() - REVIEW_WAIT_DAYS * 86_400_000)
