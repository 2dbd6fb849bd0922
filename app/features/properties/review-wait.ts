/** A guest's review that nobody has read shows after a week. */
const WAIT_MS = 7 * 86_400_000

/** What was whole by then shows, unless it is withheld. */
export const unreadSince = (now: Date) => new Date(now.getTime() - WAIT_MS)

/** When it shows by itself: the wait begins anew with the last photo, which has to be read, too. */
export const showsFrom = ({ createdAt, lastImageAt }: { createdAt: Date; lastImageAt: Date | null }) =>
  new Date(Math.max(createdAt.getTime(), lastImageAt?.getTime() ?? 0) + WAIT_MS)
