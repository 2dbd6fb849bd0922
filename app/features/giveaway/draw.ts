/** One line of the published list: the entrant's code, and their number of tickets. */
export type DrawLine = { code: string; entries: number }

/** All inputs of the draw. `round` is 1 for the first winner. */
type DrawInputs = { seed: string; listDigest: string; round: number; tickets: number }

async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** The code of an entry in the list: the SHA-256 of its number, a space and its address. Only the entrant knows the number. */
export async function codeOf(entry: { id: string; email: string }): Promise<string> {
  return hex(await sha256(`${entry.id} ${entry.email}`))
}

/** The published list: for each entry its code, a space, its tickets and a line feed; sorted by code. */
export function listText(lines: readonly DrawLine[]): string {
  return lines.map(({ code, entries }) => `${code} ${entries}\n`).join('')
}

/** Null when the text is not a list. */
export function parseList(text: string): DrawLine[] | null {
  if (!/^(?:[0-9a-f]{64} [1-9]\d{0,8}\n)+$/.test(text)) return null
  return text
    .trimEnd()
    .split('\n')
    .map((line) => ({ code: line.slice(0, 64), entries: Number(line.slice(65)) }))
}

/** The SHA-256 of the list, published before the seed can be known. */
export async function listDigest(text: string): Promise<string> {
  return hex(await sha256(text))
}

const SPACE = 2n ** 256n

/** One try: the hashed text, its SHA-256 in hex, and whether that number was accepted as unbiased. */
type DrawTry = { hashed: string; hash: string; accepted: boolean }

/**
 * The drawn ticket, from 0 to `tickets` - 1, with every try. A SHA-256 is a number below 2^256. Numbers at or above the
 * last whole multiple of `tickets` are skipped. So every ticket is equally likely (rejection sampling).
 */
export async function drawTicket({
  seed,
  listDigest,
  round,
  tickets,
}: DrawInputs): Promise<{ ticket: number; tries: DrawTry[] }> {
  if (!Number.isSafeInteger(tickets) || tickets < 1) throw new Error('a draw needs a ticket')
  const fair = SPACE - (SPACE % BigInt(tickets))
  const tries: DrawTry[] = []
  for (let attempt = 1; ; attempt += 1) {
    const hashed = `${listDigest} ${seed} ${round} ${attempt}`
    const hash = hex(await sha256(hashed))
    const value = BigInt(`0x${hash}`)
    tries.push({ hashed, hash, accepted: value < fair })
    if (value < fair) return { ticket: Number(value % BigInt(tickets)), tries }
  }
}

/** The line that holds a ticket when the lines in `without` hold none; counted from 1, null past the end. */
export function lineOfTicket(
  lines: readonly DrawLine[],
  ticket: number,
  without: readonly number[] = [],
): number | null {
  let below = 0
  for (const [index, { entries }] of lines.entries()) {
    if (without.includes(index + 1)) continue
    below += entries
    if (ticket < below) return index + 1
  }
  return null
}

export type Round = { round: number; tickets: number; ticket: number; line: number; tries: DrawTry[] }

/** The winners in order. A drawn line holds no tickets in later rounds. */
export async function drawRounds(
  lines: readonly DrawLine[],
  { seed, listDigest, rounds }: { seed: string; listDigest: string; rounds: number },
): Promise<Round[]> {
  const drawn: Round[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const without = drawn.map(({ line }) => line)
    const left = lines.filter((_, index) => !without.includes(index + 1))
    const tickets = left.reduce((sum, { entries }) => sum + entries, 0)
    const { ticket, tries } = await drawTicket({ seed, listDigest, round, tickets })
    const line = lineOfTicket(lines, ticket, without)
    if (line === null) throw new Error('a ticket belongs to no line')
    drawn.push({ round, tickets, ticket, line, tries })
  }
  return drawn
}
