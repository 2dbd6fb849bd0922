import { inspect } from 'node:util'
import { ConfigError } from '#app/platform/config.server.ts'
import { isStorageUnavailable } from '#app/platform/storage/storage.server.ts'

/** The site will not start; the message is one sentence with the remedy. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

/** Throws a message for a first start that could not store the images; any other error unchanged. */
export function refusedWithoutStorage(error: Error): never {
  if (!isStorageUnavailable(error)) throw error
  throw new StartRefused(
    `${error.message}. The first start stores the images there: start again when it answers, or look at the settings S3_*.`,
    { cause: error },
  )
}

/** The output of a process as it ends: only the message of an expected error, everything of any other. */
export function explainExit(error: unknown): string {
  return error instanceof ConfigError || error instanceof StartRefused ? error.message : inspect(error)
}
