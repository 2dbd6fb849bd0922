import { tidyPictures } from '#app/features/media/media.server.ts'
import type { Services } from '#app/platform/services.server.ts'

const EVERY_MS = 10 * 60_000

/** Clears away what crashes and removals leave, at the start and every ten minutes. Gives the function that ends it. */
export function keepHouse(services: Services): () => Promise<void> {
  let underway: Promise<unknown> = tidyPictures(services)
  const timer = setInterval(() => {
    underway = underway.then(() => tidyPictures(services))
  }, EVERY_MS)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await underway
  }
}
