/** What every call answers when it refuses: a code for programs, words for people, and words by field where there are. */
export type Problem = { code: string; message: string; fields?: Record<string, string> }

/** Said of an answer that is missing, and of one that makes no sense, where a schema has no words of its own (section 8). */
export const GENERIC_MESSAGE = { required: 'Required', invalid: 'Invalid input' } as const

/** Said by forms when nobody answered. */
export const UNREACHABLE =
  'We could not reach the site. Nothing is lost: check your connection, then press the button again.'

/**
 * The generic words for an issue: `schema.safeParse(values, { error: genericWords })` in a form. Words that the schema
 * gives itself always win.
 */
export function genericMessage(issue: { code?: string; input?: unknown }): string {
  const isMissing = issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null)
  return isMissing ? GENERIC_MESSAGE.required : GENERIC_MESSAGE.invalid
}

/** The first message of each field, by its name (`party.adults` when nested). An issue with no path belongs to no field. */
export function fieldsOf(error: {
  issues: readonly { path: readonly PropertyKey[]; message: string }[]
}): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const { path, message } of error.issues) {
    const field = path.map(String).join('.')
    if (field) fields[field] ??= message
  }
  return fields
}

/** The problem of an input that its schema refused; its message says which fields to look at. */
export function invalidInput(error: Parameters<typeof fieldsOf>[0]): Problem {
  const fields = fieldsOf(error)
  const [only, ...others] = Object.entries(fields)
  const generic: string[] = Object.values(GENERIC_MESSAGE)
  if (only && others.length === 0 && !generic.includes(only[1]))
    return { code: 'invalid-input', message: only[1], fields }
  const names = Object.keys(fields).join(', ')
  return { code: 'invalid-input', message: names ? `Please check ${names}.` : GENERIC_MESSAGE.invalid, fields }
}
