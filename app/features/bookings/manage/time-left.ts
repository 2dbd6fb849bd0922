import { wholeDuration } from '#app/shared/words.ts'

/** From so few seconds on, the time that is left is shown in red. */
const URGENT = 12 * 3600

/** How long a request can still be answered, in words. */
export function timeLeft(until: Date, now: Date) {
  if (until <= now) return { words: 'time is up', isUrgent: true }
  const seconds = (until.getTime() - now.getTime()) / 1000
  return { words: `${wholeDuration(seconds)} left`, isUrgent: seconds < URGENT }
}
