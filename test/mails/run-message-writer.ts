import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'

const program = path.join(import.meta.dirname, 'message-writer.ts')

/** Starts a writer, kills it with -9 after it has reported `atLeast` messages. Returns the ids of all reported ones. */
export async function writeUntilKilled(dataDir: string, url: string, atLeast: number, clients = 50): Promise<string[]> {
  const child = spawn(process.execPath, [program, dataDir, url, String(clients)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const reported: string[] = []
  for await (const line of createInterface(child.stdout)) {
    // The kill may have cut off the last line.
    if (line.length === 36) reported.push(line)
    if (reported.length === atLeast) child.kill('SIGKILL')
  }
  await ended
  return reported
}

/** Starts the writer again, lets it send the pending email. Returns the recipient and message id of each mail file. */
export async function sendRemainingMail(dataDir: string, url: string): Promise<string[]> {
  const child = spawn(process.execPath, [program, dataDir, url, '0'], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the writer ended with ${code}`)
  const folder = path.join(dataDir, 'mail')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')))
  return texts.map((text) => `${/^To: (.+)\r$/m.exec(text)?.[1]} ${/^Subject: Message (.+)\r$/m.exec(text)?.[1]}`)
}

/** The emails of the reported messages that are missing or were sent twice. */
export function lostOrDuplicateMail(reported: string[], mails: string[]): string[] {
  const counts = new Map<string, number>()
  for (const mail of mails) counts.set(mail, (counts.get(mail) ?? 0) + 1)
  return reported
    .flatMap((id) => [`ada@example.com ${id}`, `hello@example.com ${id}`])
    .filter((mail) => counts.get(mail) !== 1)
}
