import { chmod, mkdtemp, rename, rm } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { Services } from '#app/platform/services.server.ts'
import { StartRefused } from '../startup/start-refused.ts'
import type { CommandOutcome } from './site-command.ts'

/** The maximum length of a Unix socket path in bytes: the system would truncate a longer one. */
const LONGEST_PATH = process.platform === 'linux' ? 107 : 103
const LONGEST_LINE = 10_000
/** Timeouts for the client to send its command, and for the site to run it. A backup may have to copy every image. */
const TIMEOUT_MS = { line: 30_000, done: 12 * 3_600_000 }

/** Runs a command; returns null for an unknown one. */
type Run = (services: Services, asked: unknown) => Promise<CommandOutcome | null>

const UNKNOWN: CommandOutcome = { ok: false, message: 'The running site doesn’t know this command.' }

const outcomeSchema = z.object({ ok: z.boolean(), message: z.string() })

const socketPath = (dataDir: string) => path.join(dataDir, 'control.sock')

/** Why the data path is too long for the socket, in a sentence; null when it fits. */
export function socketProblem(dataDir: string): string | null {
  if (Buffer.byteLength(socketPath(dataDir)) <= LONGEST_PATH) return null
  return `The path ${dataDir} is too long for the socket that commands use to reach a running site. Stop the site before a command, or choose a shorter DATA_DIR.`
}

/**
 * Accepts commands of this machine's user for a site that holds the embedded database. Each is one JSON line, answered
 * by one line. Returns a function that stops it. A site that cannot open the socket runs without it, and the log says
 * why.
 */
export async function listenForCommands(services: Services, run: Run): Promise<() => Promise<void>> {
  const { config, log, database } = services
  if (database.kind !== 'embedded') return async () => {}
  const problem = socketProblem(config.dataDir)
  if (problem) {
    log.warn({ event: 'commands.not-listening' }, problem)
    return async () => {}
  }
  const underway = new Set<Promise<void>>()
  const open = new Set<net.Socket>()
  const server = net.createServer({ allowHalfOpen: true }, (socket) => {
    open.add(socket)
    const answered = answer(services, run, socket).finally(() => underway.delete(answered))
    underway.add(answered)
    socket.on('close', () => open.delete(socket))
  })
  try {
    await listen(server, config.dataDir)
  } catch (error) {
    log.warn({ event: 'commands.not-listening', err: error }, 'commands cannot reach this site while it runs')
    return async () => {}
  }
  return async () => {
    server.close()
    await rm(socketPath(config.dataDir), { force: true })
    await Promise.race([Promise.all(underway), new Promise((resolve) => setTimeout(resolve, 1_000))])
    for (const socket of open) socket.destroy()
  }
}

/**
 * Listens inside a private folder and moves the socket into place once its mode is set. Nobody else can reach it at any
 * moment, and the socket of a killed site is replaced.
 */
async function listen(server: net.Server, dataDir: string): Promise<void> {
  const folder = await mkdtemp(path.join(dataDir, 'c-'))
  try {
    const made = path.join(folder, 's')
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(made, resolve))
    await chmod(made, 0o600)
    await rename(made, socketPath(dataDir))
  } catch (error) {
    server.close()
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function answer(services: Services, run: Run, socket: net.Socket): Promise<void> {
  socket.on('error', () => socket.destroy())
  socket.setTimeout(TIMEOUT_MS.line, () => socket.destroy())
  try {
    const line = await readLine(socket)
    socket.setTimeout(TIMEOUT_MS.done)
    const outcome = (await run(services, jsonOf(line))) ?? UNKNOWN
    services.versions.recheck()
    socket.end(`${JSON.stringify(outcome)}\n`)
  } catch (error) {
    services.log.error({ event: 'commands.failed', err: error }, 'a command failed')
    socket.end(`${JSON.stringify({ ok: false, message: 'That failed. See the site’s log for the reason.' })}\n`)
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

async function readLine(socket: net.Socket): Promise<string> {
  let read = ''
  socket.setEncoding('utf8')
  for await (const part of socket.iterator({ destroyOnReturn: false })) {
    read += part
    if (read.includes('\n') || read.length > LONGEST_LINE) break
  }
  return read.split('\n')[0] ?? ''
}

/** Sends a command to the running site. Null when no site listens there. Throws `StartRefused`. */
export async function sendToRunningSite(dataDir: string, asked: object): Promise<CommandOutcome | null> {
  if (socketProblem(dataDir)) return null
  const socket = net.connect(socketPath(dataDir))
  try {
    await new Promise<void>((resolve, reject) => socket.once('error', reject).once('connect', resolve))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ECONNREFUSED' || code === 'ENOTDIR') return null
    throw new StartRefused(
      `The running site can’t be reached in ${dataDir} (${code}). Run the command as the site’s user.`,
    )
  }
  socket.setTimeout(TIMEOUT_MS.done, () => socket.destroy(new Error('no answer')))
  socket.write(`${JSON.stringify(asked)}\n`)
  const line = await text(socket).catch(() => '')
  const outcome = outcomeSchema.safeParse(jsonOf(line))
  if (outcome.success) return outcome.data
  throw new StartRefused('The site stopped before it answered. Run the command again to see whether it was done.')
}
