import { cleanUpImages } from '#app/features/media/clean-up-images.server.ts'
import { applyRetention } from '#app/features/privacy/privacy.server.ts'
import { deleteExpiredKeys } from '#app/platform/http/idempotency.server.ts'
import { forgetUnverifiedMails } from '#app/platform/mail/unverified-mail.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { keepRelease } from './releases.ts'

const EVERY_MS = 10 * 60_000
const DAY_MS = 86_400_000

async function tidy(services: Services, release: string): Promise<void> {
  const { clock, log } = services
  await cleanUpImages(services)
  await deleteExpiredKeys(services).catch((error) => log.error({ err: error }, 'old keys could not be forgotten'))
  await forgetUnverifiedMails(services).catch((error) =>
    log.error({ err: error }, 'the counts of mails could not be forgotten'),
  )
  await keepRelease(release, clock.now()).catch((error) =>
    log.error({ err: error }, 'old releases could not be removed'),
  )
}

/**
 * Clears away what is over and what crashes leave, at the start and every ten minutes, and what is kept of people too long, at the
 * start and every day. Gives the function that ends it.
 */
export function keepHouse(services: Services, release: string): () => Promise<void> {
  let appliedAt = services.clock.now().getTime()
  let underway = tidy(services, release).then(() => applyRetention(services))
  const timer = setInterval(() => {
    underway = underway.then(() => tidy(services, release))
    const now = services.clock.now().getTime()
    if (now - appliedAt < DAY_MS) return
    appliedAt = now
    underway = underway.then(() => applyRetention(services))
  }, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await underway
  }
}
