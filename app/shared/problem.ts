/**
 * The body of every refused call. It has a code for programs, a message for people, and messages by field if there are
 * any.
 */
export type Problem = { code: string; message: string; fields?: Record<string, string> }

/** The messages for missing and invalid values if a schema has none of its own. */
export const GENERIC_MESSAGE = { required: 'Required', invalid: 'Invalid input' } as const

/** The message of a form whose fields have messages. */
export const CHECK_FIELDS = 'Please check the highlighted fields.'

/** The message of forms when nothing answered. */
export const UNREACHABLE = 'We couldn’t reach the site. Nothing you typed is lost. Check your connection and try again.'

/**
 * The generic message of an issue: `schema.safeParse(values, { error: genericMessage })` in a form. A schema's own
 * messages take precedence.
 */
export function genericMessage(issue: { code?: string; input?: unknown }): string {
  const isMissing = issue.code === 'invalid_type' && (issue.input === undefined || issue.input === null)
  return isMissing ? GENERIC_MESSAGE.required : GENERIC_MESSAGE.invalid
}

/** The first message of each field, by its name (`party.adults` when nested). Issues without a path are left out. */
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

/** The problem for invalid input; its message names the fields to correct. */
export function invalidInput(error: Parameters<typeof fieldsOf>[0]): Problem {
  const fields = fieldsOf(error)
  const [only, ...others] = Object.entries(fields)
  const generic: string[] = Object.values(GENERIC_MESSAGE)
  if (only && others.length === 0 && !generic.includes(only[1]))
    return { code: 'invalid-input', message: only[1], fields }
  const names = Object.keys(fields).join(', ')
  return { code: 'invalid-input', message: names ? `Please check ${names}.` : GENERIC_MESSAGE.invalid, fields }
}
