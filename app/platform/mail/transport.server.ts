import path from 'node:path'
import { createTransport } from 'nodemailer'
import { type Config, isLoopback } from '#app/platform/config.server.ts'
import { writeWholeFile } from '#app/platform/storage/write-file.server.ts'
import { type Delivery, errorText, messageOf, type Transport } from './message.server.ts'

/** The transport that the settings select: a server, or without one a folder. */
export function openTransport({ smtpUrl, dataDir }: Config): Transport {
  return smtpUrl ? openSmtpTransport(smtpUrl) : openFolderTransport(path.join(dataDir, 'mail'))
}

const stamp = (at: Date) => at.toISOString().slice(0, 19).replaceAll(':', '-')

/**
 * Writes mails as .eml files, which any mail program opens. The same mail always has the same file, written atomically.
 */
export function openFolderTransport(folder: string): Transport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    host: 'folder',
    async send(outgoing) {
      try {
        const { message } = await composer.sendMail(messageOf(outgoing))
        const file = path.join(folder, `${stamp(outgoing.writtenAt)}-${outgoing.id}.eml`)
        await writeWholeFile(file, message as Buffer)
        return { outcome: 'sent' }
      } catch (error) {
        return { outcome: 'failed', stage: 'before', error: errorText(error) }
      }
    },
  }
}

const MINUTE_MS = 60_000

/** In milliseconds. */
type SmtpLimits = {
  /** For the connection, including the DNS lookup. */
  connection: number
  /** For the server's greeting. */
  greeting: number
  /** For each answer after that, and between two parts of a message. */
  answer: number
}

/**
 * The minimum timeouts of RFC 5321, section 4.5.3.2. They are 5 minutes for the greeting, 10 to accept a message after
 * its end. All answers get the longest one, because the library has a single limit.
 */
export const SMTP_LIMITS: SmtpLimits = { connection: 30_000, greeting: 5 * MINUTE_MS, answer: 10 * MINUTE_MS }

/** Nodemailer's errors with the phase of the failure. */
type SmtpError = Error & { code?: string; command?: string; responseCode?: number }

/** The server requires authentication: an error of the settings, not of the recipient. */
const AUTHENTICATION_REQUIRED = [530, 535]

/**
 * A 421 closes the connection, and the library reports it as a connection error. A 5xx for the recipient or the message
 * is final. A 4xx there defers only this mail. Everything else is a failure of the host, worth another attempt. A
 * connection that breaks before the acknowledgment is a failure, even if the server accepted the message.
 */
function deliveryOf(error: SmtpError, secrets: string[]): Delivery {
  const { code, command = '', responseCode = 0 } = error
  const words = errorText(error, secrets)
  const ofThisMail = command === 'RCPT TO' || command === 'DATA'
  const permanent = responseCode >= 500 && responseCode < 600 && !AUTHENTICATION_REQUIRED.includes(responseCode)
  if (ofThisMail && permanent) return { outcome: 'refused', error: words }
  if (code === 'EENVELOPE' && command === 'API') return { outcome: 'refused', error: words }
  if (code === 'EMESSAGE' && responseCode === 0) return { outcome: 'refused', error: words }
  if (ofThisMail && responseCode >= 400 && responseCode < 500) {
    return { outcome: 'put-off', error: words }
  }
  return { outcome: 'failed', stage: ofThisMail || command === 'MAIL FROM' ? 'message' : 'before', error: words }
}

/**
 * Sends mail through the server at `url` (`smtp:` or `smtps:`), with one connection per message. Credentials are sent
 * only over TLS, unless the server is on this machine.
 */
export function openSmtpTransport(url: string, limits: SmtpLimits = SMTP_LIMITS): Transport {
  const { hostname, port, protocol, username, password } = new URL(url)
  const secrets = [password, decodeURIComponent(password)]
  const mailer = createTransport({
    url,
    dnsTimeout: limits.connection,
    // The library counts the greeting as part of the connection time.
    connectionTimeout: limits.connection + limits.greeting,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.answer,
    requireTLS: username !== '' && !isLoopback(hostname),
  })
  return {
    host: `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`,
    async send(outgoing, signal) {
      try {
        await mailer.sendMail({ ...messageOf(outgoing), signal })
        return { outcome: 'sent' }
      } catch (error) {
        return deliveryOf(error as SmtpError, secrets)
      }
    },
  }
}
