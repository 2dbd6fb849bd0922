import { ImapFlow } from 'imapflow'
import { isLoopback } from '#app/platform/config.server.ts'

/** How far a mailbox was read. Its numbers count within one `uidValidity`. */
export type MailboxPlace = { uidValidity: string; lastUid: number }

/**
 * An email as it is in the mailbox. `source` of one that is too large `isHeadersOnly`. `receivedAt`: when it arrived,
 * by the server; null if the server says nothing that is a date.
 */
export type StoredMail = {
  uid: number
  size: number
  receivedAt: Date | null
  source: Uint8Array
  isHeadersOnly: boolean
}

/** Providers take about 25 MB of files, which grow by a third on their way. */
const LARGEST_BYTES = 36_000_000
const DAY_MS = 86_400_000
/** In milliseconds. */
const LIMITS = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 60_000 }

const mailboxClient = (url: string) => {
  const { hostname, port, protocol, username, password } = new URL(url)
  const isSecure = protocol === 'imaps:'
  return new ImapFlow({
    host: hostname,
    port: Number(port) || (isSecure ? 993 : 143),
    secure: isSecure,
    // A password is sent only over TLS, unless the server is on this machine.
    ...(!isSecure && !isLoopback(hostname) && { doSTARTTLS: true }),
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    ...LIMITS,
  })
}

/**
 * Fetches new email from the IMAP mailbox at `url` since `since`, one after the other. Nothing in it is changed.
 * Resolves to the new place. Without `since` nothing is fetched: the next call gets what arrives from now on. A mailbox
 * with new numbers is fetched from `readAt` on, so some email may come again. Throws if the server does not answer.
 */
export async function readMailbox(
  url: string,
  since: (MailboxPlace & { readAt: Date }) | null,
  take: (mail: StoredMail, place: MailboxPlace) => Promise<void>,
  signal: AbortSignal,
): Promise<MailboxPlace> {
  const client = mailboxClient(url)
  // Without a listener, a connection that breaks later would end the process. What waits for it fails, too.
  client.on('error', () => {})
  await client.connect()
  try {
    const folder = decodeURIComponent(new URL(url).pathname.slice(1)) || 'INBOX'
    const { uidValidity, uidNext } = await client.mailboxOpen(folder, { readOnly: true })
    const place: MailboxPlace = { uidValidity: String(uidValidity), lastUid: uidNext - 1 }
    if (!since) return place
    for (const uid of await newUids(client, since, place)) {
      if (signal.aborted) return { ...place, lastUid: uid - 1 }
      const mail = await fetchMail(client, uid)
      if (mail) await take(mail, { ...place, lastUid: uid })
    }
    return place
  } finally {
    await client.logout().catch(() => client.close())
  }
}

/** In ascending order. */
async function newUids(client: ImapFlow, since: MailboxPlace & { readAt: Date }, now: MailboxPlace): Promise<number[]> {
  const isSame = since.uidValidity === now.uidValidity
  if (isSame && since.lastUid >= now.lastUid) return []
  // The server compares days, of its own time zone.
  const query = isSame ? { uid: `${since.lastUid + 1}:*` } : { since: new Date(since.readAt.getTime() - DAY_MS) }
  const found = (await client.search(query, { uid: true })) || []
  // A range that ends in `*` always has the last email.
  return found.filter((uid) => !isSame || uid > since.lastUid).toSorted((a, b) => a - b)
}

/** Null if it was deleted meanwhile. */
async function fetchMail(client: ImapFlow, uid: number): Promise<StoredMail | null> {
  const byUid = { uid: true }
  const about = await client.fetchOne(String(uid), { uid: true, size: true, internalDate: true }, byUid)
  const { size = 0, internalDate } = about || {}
  const receivedAt = internalDate instanceof Date ? internalDate : null
  const isHeadersOnly = size > LARGEST_BYTES
  const query = isHeadersOnly ? { uid: true, headers: true } : { uid: true, source: true }
  const found = await client.fetchOne(String(uid), query, byUid)
  const source = found && (isHeadersOnly ? found.headers : found.source)
  return source ? { uid, size, receivedAt, source, isHeadersOnly } : null
}
