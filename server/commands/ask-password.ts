import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { StartRefused } from '../startup/start-refused.ts'

export type Terminal = { input: NodeJS.ReadableStream & { isTTY?: boolean }; output: NodeJS.WritableStream }

/**
 * Reads a new password: typed twice on a terminal without echo, or the first line of piped input. Throws
 * `StartRefused`.
 */
export async function askPassword({ input, output }: Terminal): Promise<string> {
  if (!input.isTTY) return readFirstLine(input)
  const hidden = new Writable({ write: (_bytes, _encoding, done) => done() })
  const lines = createInterface({ input, output: hidden, terminal: true, historySize: 0 })
  const typed = lines[Symbol.asyncIterator]()
  const ask = async (words: string) => {
    output.write(words)
    const { value, done } = await typed.next()
    output.write('\n')
    if (done) throw new StartRefused('No password given. Nothing was changed.')
    return value
  }
  try {
    const password = await ask('Password: ')
    if ((await ask('Again: ')) === password) return password
  } finally {
    lines.close()
  }
  throw new StartRefused('The passwords don’t match. Nothing was changed.')
}

async function readFirstLine(input: NodeJS.ReadableStream): Promise<string> {
  let read = ''
  for await (const part of input) {
    read += part
    if (read.includes('\n')) break
  }
  const [line = ''] = read.split(/\r?\n/)
  if (line === '') throw new StartRefused('No password given. Nothing was changed.')
  return line
}
