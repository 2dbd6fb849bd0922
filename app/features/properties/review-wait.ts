/** An unread review of a guest is shown after a week. */
const WAIT_MS = 7 * 86_400_000

/** Reviews that were complete by then are shown, unless they are withheld. */
export const unreadSince = (now: Date) => new Date(now.getTime() - WAIT_MS)

/** When it is shown automatically: the wait starts again with the last photo, which has to be read, too. */
export const showsFrom = ({ createdAt, lastImageAt }: { createdAt: Date; lastImageAt: Date | null }) =>
  new Date(Math.max(createdAt.getTime(), lastImageAt?.getTime() ?? 0) + WAIT_MS)
