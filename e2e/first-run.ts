import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** The link that creates the first operator, which the start of a live site has printed for people. */
export async function firstOperatorLink(logFile: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const [, link] = /^ {2}(https?:\/\/\S+\/first-operator\/[\w-]{43})$/m.exec(await readFile(logFile, 'utf8')) ?? []
    if (link) return link
    await wait(50)
  }
  throw new Error(`${logFile} has no link that creates the first operator.`)
}
