/** The result of a command and its message: a sentence, or several lines. */
export type CommandOutcome = { ok: boolean; message: string }
