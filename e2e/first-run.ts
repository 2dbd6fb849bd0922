import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** The link that creates the first operator, which the start of a live site has left in its data folder. */
export async function firstOperatorLink(dataDir: string): Promise<string> {
  for (let tries = 0; tries < 100; tries += 1) {
    const text = await readFile(join(dataDir, 'first-operator.txt'), 'utf8').catch(() => '')
    const [link] = /^https?:\/\/\S+\/first-operator\/[\w-]{43}$/m.exec(text) ?? []
    if (link) return link
    await wait(50)
  }
  throw new Error(`${dataDir} has no link that creates the first operator.`)
}
