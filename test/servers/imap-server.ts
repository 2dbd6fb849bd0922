import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ImapFlow } from 'imapflow'

const DOVECOT = '/usr/sbin/dovecot'

/** Why this machine has no IMAP server; null if it has. */
export const noImapServer = existsSync(DOVECOT) && process.getuid?.() === 0 ? null : 'install dovecot-imapd, as root'

export type ImapServer = {
  /** As in `IMAP_URL`. */
  url: string
  /** Puts an email into the mailbox, as a mail server does that has it since then. */
  deliver(source: string, at?: Date): Promise<void>
  /** Gives the emails of the mailbox new numbers, as a provider does that moves it. */
  renumber(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
  remove(): Promise<void>
}

/** A real IMAP server (Dovecot) on loopback with one mailbox, without TLS. */
export async function startImapServer(): Promise<ImapServer> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pc-imap-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const url = `imap://site:secret%2Fword@127.0.0.1:${port}`
  const file = path.join(folder, 'dovecot.conf')
  mkdirSync(path.join(folder, 'home'), { mode: 0o777 })
  chmodSync(path.join(folder, 'home'), 0o777)
  writeFileSync(file, configuration(folder, port))
  let server: ReturnType<typeof spawn> | null = null
  const start = async () => {
    server = spawn(DOVECOT, ['-F', '-c', file], { stdio: 'ignore' })
    await untilAnswers(port)
  }
  const stop = async () => {
    if (!server) return
    const exited = once(server, 'exit')
    server.kill('SIGTERM')
    await exited
    server = null
  }
  const use = async (work: (client: ImapFlow) => Promise<unknown>) => {
    const auth = { user: 'site', pass: 'secret/word' }
    const client = new ImapFlow({ host: '127.0.0.1', port, secure: false, auth, logger: false })
    await client.connect()
    await work(client)
    await client.logout()
  }
  await start()
  return {
    url,
    start,
    stop,
    deliver: (source, at) => use((client) => client.append('INBOX', source, [], at)),
    async renumber() {
      await stop()
      for (const name of ['dovecot-uidlist', 'dovecot.index', 'dovecot.index.log', 'dovecot.index.cache'])
        rmSync(path.join(folder, 'home/mail', name), { force: true })
      // The numbers count from the second in which they are made.
      await wait(1100)
      await start()
    },
    async remove() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const configuration = (folder: string, port: number) => `
protocols = imap
listen = 127.0.0.1
base_dir = ${folder}/run
state_dir = ${folder}/state
log_path = ${folder}/log
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${folder}/home/mail
first_valid_uid = 1
service imap-login {
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
passdb {
  driver = static
  args = password=secret/word
}
userdb {
  driver = static
  args = uid=nobody gid=nogroup home=${folder}/home
}
`

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as net.AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function untilAnswers(port: number) {
  for (const deadline = Date.now() + 15_000; ; await wait(50)) {
    const socket = net.connect(port, '127.0.0.1')
    const [event] = await Promise.race([
      once(socket, 'data').then(() => ['data']),
      once(socket, 'error').then(() => ['error']),
    ]).catch(() => ['error'])
    socket.destroy()
    if (event === 'data') return
    if (Date.now() > deadline) throw new Error('Dovecot does not answer')
  }
}
