import { createTransport } from 'nodemailer'
import { isLoopback } from '../config.server.ts'
import { type Delivery, errorText, messageOf, type Transport } from './transport.server.ts'

const MINUTE_MS = 60_000

/** In milliseconds. */
export type SmtpLimits = {
  /** For the connection, with the look-up of the name. */
  connection: number
  /** For the first words of the server. */
  greeting: number
  /** For each answer after that, and between two parts of a message. */
  answer: number
}

/**
 * What RFC 5321, section 4.5.3.2, gives a server at least: 5 minutes for its greeting, and 10 to accept a message whose end it has, in
 * which it judges the message. All its answers get the longest of them, as the library knows one limit.
 */
export const SMTP_LIMITS: SmtpLimits = { connection: 30_000, greeting: 5 * MINUTE_MS, answer: 10 * MINUTE_MS }

/** What nodemailer's errors say of where it went wrong. */
type SmtpError = Error & { code?: string; command?: string; responseCode?: number }

/** What the server says when it wants a name and a password first: the settings' fault, not the recipient's. */
const WANTS_SIGN_IN = [530, 535]

/**
 * A 421, by which a server closes the connection, comes from the library as an error of the connection. A refusal for good is a 5xx to the recipient or to the message, and a 4xx there puts off this mail alone. Whatever else goes wrong is
 * the host's, and may be better in a minute. A connection that breaks before the acknowledgement is a failure, even where the server
 * took the message.
 */
function judge(error: SmtpError, secrets: string[]): Delivery {
  const { code, command = '', responseCode = 0 } = error
  const words = errorText(error, secrets)
  const ofThisMail = command === 'RCPT TO' || command === 'DATA'
  const permanent = responseCode >= 500 && responseCode < 600 && !WANTS_SIGN_IN.includes(responseCode)
  if (ofThisMail && permanent) return { outcome: 'refused', error: words }
  if (code === 'EENVELOPE' && command === 'API') return { outcome: 'refused', error: words }
  if (code === 'EMESSAGE' && responseCode === 0) return { outcome: 'refused', error: words }
  if (ofThisMail && responseCode >= 400 && responseCode < 500) {
    return { outcome: 'put-off', error: words }
  }
  return { outcome: 'failed', stage: ofThisMail || command === 'MAIL FROM' ? 'message' : 'before', error: words }
}

/**
 * Mail through the server at `url` (`smtp:` or `smtps:`), a connection for each message. A name and a password go only over
 * TLS, unless the server is on this machine.
 */
export function openSmtpTransport(url: string, limits: SmtpLimits = SMTP_LIMITS): Transport {
  const { hostname, port, protocol, username, password } = new URL(url)
  const secrets = [password, decodeURIComponent(password)]
  const mailer = createTransport({
    url,
    dnsTimeout: limits.connection,
    // The library counts the greeting into the time for the connection.
    connectionTimeout: limits.connection + limits.greeting,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.answer,
    requireTLS: username !== '' && !isLoopback(hostname),
  })
  return {
    host: `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`,
    async send(letter, signal) {
      try {
        await mailer.sendMail({ ...messageOf(letter), signal })
        return { outcome: 'sent' }
      } catch (error) {
        return judge(error as SmtpError, secrets)
      }
    },
  }
}
