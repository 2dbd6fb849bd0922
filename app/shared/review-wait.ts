/** A guest's review that nobody has read shows after so many days. */
export const REVIEW_WAIT_DAYS = 7
