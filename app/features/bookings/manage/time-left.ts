import { countOf } from '#app/shared/words.ts'

/** From so few hours on, the time that is left is shown in red. */
const URGENT_HOURS = 12

/** The time until a deadline, in words. */
export function timeLeft(until: Date, now: Date) {
  if (until <= now) return { words: 'time is up', isUrgent: true }
  const hours = Math.floor((until.getTime() - now.getTime()) / 3_600_000)
  return { words: hours < 1 ? 'under an hour left' : `${countOf(hours, 'hour')} left`, isUrgent: hours < URGENT_HOURS }
}
