const ERROR_RESPONSE = 0x45
const READY_FOR_QUERY = 0x5a

/** Why the database cannot go on after an answer. `code`: its SQLSTATE, if it named one. */
type BrokenAnswer = { message: string; code?: string }

/**
 * Checks the answer to a batch of PostgreSQL messages that ends with Sync or a simple Query. The server always ends it
 * with ReadyForQuery, also after an error. Null if it did; else why not: FATAL or PANIC, or an answer that is empty or
 * cut off. (COPY from the client would wait for data instead, but PGlite exits on it.)
 * https://www.postgresql.org/docs/current/protocol-flow.html
 */
export function findBrokenAnswer(bytes: Uint8Array): BrokenAnswer | null {
  const answer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let type: number | undefined
  let at = 0
  while (at + 5 <= answer.length) {
    type = answer[at]
    const end = at + 1 + answer.readInt32BE(at + 1)
    const fields = type === ERROR_RESPONSE ? errorFields(answer.toString('utf8', at + 5, end)) : null
    if (fields && /^(?:FATAL|PANIC)$/.test(fields.V ?? '')) {
      return { message: `${fields.V}: ${fields.M}`, code: fields.C }
    }
    at = end
  }
  if (type === READY_FOR_QUERY && at === answer.length) return null
  return { message: answer.length === 0 ? 'an empty answer' : 'an incomplete answer' }
}

/** V: severity, C: SQLSTATE, M: message. */
function errorFields(body: string): Partial<Record<string, string>> {
  return Object.fromEntries(body.split('\0').map((field) => [field.slice(0, 1), field.slice(1)]))
}
