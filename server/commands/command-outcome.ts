/** What came of a command, and what is said of that: a sentence, or several lines. */
export type CommandOutcome = { ok: boolean; message: string }
