import { createTransport } from 'nodemailer'
import { isLoopback } from '#app/platform/config.server.ts'
import { type Delivery, errorText, messageOf, type Transport } from './transport.server.ts'

/** Milliseconds; the end of a message may take a server longest, because it judges the message before it answers. */
export type SmtpLimits = { connection: number; greeting: number; silence: number }
const LIMITS: SmtpLimits = { connection: 10_000, greeting: 10_000, silence: 50_000 }

/** What nodemailer's errors say of where it went wrong. */
type SmtpError = Error & { code?: string; command?: string; responseCode?: number }

/** What the server says when it wants a name and a password first: the settings' fault, not the recipient's. */
const WANTS_SIGN_IN = [530, 535]

/**
 * A refusal for good is a 5xx to the recipient or to the message; whatever else goes wrong is the host's, and may be better in
 * a minute. A connection that breaks before the acknowledgement is a failure, even where the server took the message.
 */
function judge(error: SmtpError, secrets: string[]): Delivery {
  const { code, command = '', responseCode = 0 } = error
  const words = errorText(error, secrets)
  const ofThisMail = command === 'RCPT TO' || command === 'DATA'
  const permanent = responseCode >= 500 && responseCode < 600 && !WANTS_SIGN_IN.includes(responseCode)
  if (ofThisMail && permanent) return { outcome: 'refused', error: words }
  if (code === 'EENVELOPE' && command === 'API') return { outcome: 'refused', error: words }
  if (code === 'EMESSAGE' && responseCode === 0) return { outcome: 'refused', error: words }
  return { outcome: 'failed', stage: ofThisMail || command === 'MAIL FROM' ? 'message' : 'before', error: words }
}

/**
 * Mail through the server at `url` (`smtp:` or `smtps:`), a connection for each message. A name and a password go only over
 * TLS, unless the server is on this machine.
 */
export function openSmtpTransport(url: string, limits: SmtpLimits = LIMITS): Transport {
  const { hostname, port, protocol, username, password } = new URL(url)
  const secrets = [password, decodeURIComponent(password)]
  const mailer = createTransport({
    url,
    connectionTimeout: limits.connection,
    dnsTimeout: limits.connection,
    greetingTimeout: limits.greeting,
    socketTimeout: limits.silence,
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
