import { once } from 'node:events'
import type { AddressInfo, Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { SMTPServer } from 'smtp-server'

/** How the server treats the next message. `drop` closes the connection in the middle of it, `unacknowledged` after all of it. */
export type Manner =
  | 'accepts'
  | 'refuses-recipient'
  | 'refuses-message'
  | 'not-now'
  | 'not-now-message'
  | 'closing'
  | 'refuses-greeting'
  | 'stalls'
  | 'drops'
  | 'unacknowledged'

type Received = { to: string; raw: string; acknowledged: boolean; at: number }

const smtpError = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

/** A real SMTP server on loopback, without TLS. With `password` it requires the user `site` to sign in. */
export async function startSmtpServer({ port = 0, password }: { port?: number; password?: string } = {}) {
  const received: Received[] = []
  const sockets = new Set<Socket>()
  /** `putsOff` lists the recipients to defer. `greets` and `accepts` are delays in milliseconds. */
  const server = { manner: 'accepts' as Manner, connections: 0, putsOff: [] as string[], greets: 0, accepts: 0 }

  const smtp = new SMTPServer({
    disabledCommands: password ? ['STARTTLS'] : ['AUTH', 'STARTTLS'],
    allowInsecureAuth: true,
    authOptional: !password,
    closeTimeout: 100,
    logger: false,
    onAuth(auth, _session, done) {
      if (auth.password === password) done(null, { user: auth.username })
      else done(smtpError(535, `no such user, or not ${auth.password}`))
    },
    onConnect(_session, done) {
      server.connections += 1
      if (server.manner === 'refuses-greeting') done(smtpError(554, 'no service'))
      else if (server.manner !== 'stalls') setTimeout(done, server.greets).unref()
    },
    onRcptTo({ address }, _session, done) {
      if (server.manner === 'refuses-recipient') done(smtpError(550, 'no such mailbox'))
      else if (server.manner === 'not-now') done(smtpError(451, 'come back later'))
      else if (server.manner === 'closing') done(smtpError(421, 'closing the connection'))
      else if (server.putsOff.includes(address)) done(smtpError(450, 'mailbox is busy'))
      else done()
    },
    onData(stream: Readable, session, done) {
      const { manner } = server
      const cut = () => {
        for (const socket of sockets) if (socket.remotePort === session.remotePort) socket.destroy()
      }
      if (manner === 'drops') stream.once('data', cut)
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (manner === 'drops') return
        const to = session.envelope.rcptTo.map(({ address }) => address).join()
        if (manner === 'refuses-message') return done(smtpError(554, 'not such a message'))
        if (manner === 'not-now-message') return done(smtpError(451, 'not such a message now'))
        const acknowledged = manner !== 'unacknowledged'
        received.push({ to, raw: Buffer.concat(chunks).toString(), acknowledged, at: Date.now() })
        if (acknowledged) setTimeout(done, server.accepts).unref()
        else cut()
      })
    },
  })
  smtp.on('error', () => {})
  smtp.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  smtp.listen(port, '127.0.0.1')
  await once(smtp.server, 'listening')
  const at = smtp.server.address() as AddressInfo

  return Object.assign(server, {
    received,
    port: at.port,
    url: `smtp://${password ? `site:${encodeURIComponent(password)}@` : ''}127.0.0.1:${at.port}`,
    async stop() {
      const closed = new Promise<void>((resolve) => smtp.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  })
}
