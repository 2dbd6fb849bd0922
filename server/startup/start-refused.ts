import { inspect } from 'node:util'
import { ConfigError } from '#app/platform/config.server.ts'
import { isStorageUnavailable } from '#app/platform/storage/storage.server.ts'

/** The site will not start; the message is one sentence that names the remedy. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

/** Throws what a first start says that could not store the images; any other error as it is. */
export function refusedWithoutStorage(error: Error): never {
  if (!isStorageUnavailable(error)) throw error
  throw new StartRefused(
    `${error.message}. The first start stores the images there: start again when it answers, or look at the settings S3_*.`,
    { cause: error },
  )
}

/** What a process says as it ends: the sentence of an error that was foreseen, all of any other. */
export function explainExit(error: unknown): string {
  return error instanceof ConfigError || error instanceof StartRefused ? error.message : inspect(error)
}
