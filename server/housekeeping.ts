import { tidyPictures } from '#app/features/media/media.server.ts'
import { forgetOldKeys } from '#app/platform/idempotency/idempotency.server.ts'
import type { Services } from '#app/platform/services.server.ts'

const EVERY_MS = 10 * 60_000

async function tidy(services: Services): Promise<void> {
  await tidyPictures(services)
  await forgetOldKeys(services).catch((error) => services.log.error({ err: error }, 'old keys could not be forgotten'))
}

/** Clears away what is over and what crashes leave, at the start and every ten minutes. Gives the function that ends it. */
export function keepHouse(services: Services): () => Promise<void> {
  let underway = tidy(services)
  const timer = setInterval(() => {
    underway = underway.then(() => tidy(services))
  }, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await underway
  }
}
