import type { Services } from '#app/platform/services.server.ts'

/** The result of a command and its message: a sentence, or several lines. */
export type CommandOutcome = { ok: boolean; message: string }

/** Runs a parsed command, in the site's process or in its own; `password` is typed by the operator. */
export type OnSite = (
  action: (services: Services, password: string) => Promise<CommandOutcome>,
  options?: { asksPassword: boolean },
) => Promise<void>
