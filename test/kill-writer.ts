import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'

const program = path.join(import.meta.dirname, 'message-writer.ts')

/** Starts a writer, kills it with -9 once it has said `atLeast` messages, and gives all that it said. */
export async function writeUntilKilled(dataDir: string, url: string, atLeast: number, clients = 50): Promise<string[]> {
  const child = spawn(process.execPath, [program, dataDir, url, String(clients)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const said: string[] = []
  for await (const line of createInterface(child.stdout)) {
    // What was cut off by the kill was not said.
    if (line.length === 36) said.push(line)
    if (said.length === atLeast) child.kill('SIGKILL')
  }
  await ended
  return said
}

/** Starts the writer again, lets it send what waits, and gives the subjects of the mail files, one for each. */
export async function sendTheRest(dataDir: string, url: string): Promise<string[]> {
  const child = spawn(process.execPath, [program, dataDir, url, '0'], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the writer ended with ${code}`)
  const folder = path.join(dataDir, 'mail')
  const files = (await readdir(folder)).filter((name) => name.endsWith('.eml'))
  const texts = await Promise.all(files.map((name) => readFile(path.join(folder, name), 'utf8')))
  return texts.map((text) => `${/^To: (.+)\r$/m.exec(text)?.[1]} ${/^Subject: Message (.+)\r$/m.exec(text)?.[1]}`)
}

/** The messages, of those said, of which a mail is missing or was sent twice. */
export function wrongMail(said: string[], mails: string[]): string[] {
  const counts = new Map<string, number>()
  for (const mail of mails) counts.set(mail, (counts.get(mail) ?? 0) + 1)
  return said
    .flatMap((id) => [`ada@example.com ${id}`, `hello@example.com ${id}`])
    .filter((mail) => counts.get(mail) !== 1)
}
