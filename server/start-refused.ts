import { inspect } from 'node:util'
import { ConfigError } from '#app/platform/config.server.ts'

/** The site will not start; the message is one sentence that names the remedy. */
export class StartRefused extends Error {
  override name = 'StartRefused'
}

/** What a process says as it ends: the sentence of an error that was foreseen, all of any other. */
export function lastWords(error: unknown): string {
  return error instanceof ConfigError || error instanceof StartRefused ? error.message : inspect(error)
}
