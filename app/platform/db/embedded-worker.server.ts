// The thread that runs the embedded database. Plain Node reads this file with types stripped; it is not bundled.
import { setFlagsFromString } from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import type { PGlite } from '@electric-sql/pglite'
import { openDirectory, openMemory } from './embedded-files.server.ts'
import type { EmbeddedReply, EmbeddedRequest, EmbeddedSource } from './embedded-process.server.ts'
import { findBrokenAnswer } from './protocol-answer.server.ts'

const port = parentPort
if (!port) throw new Error('This file runs as a worker thread only')
const source = workerData as EmbeddedSource

// V8's optimizing compiler takes 500 MB for PostgreSQL's largest functions. It would halve the time of long statements,
// but typical ones are as fast without it.
for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)

const pg = 'directory' in source ? (await openDirectory(source.directory)).pg : await openMemory(source.dump)
const reply = (message: EmbeddedReply) => port.postMessage(message)

// One request at a time, in order: a session reset must not overtake the session's last statement.
let turn: Promise<void> = Promise.resolve()
port.on('message', (request: EmbeddedRequest) => {
  turn = turn.then(async () => {
    try {
      const bytes = await answer(pg, request)
      const broken = request.kind === 'protocol' ? findBrokenAnswer(bytes) : null
      reply(broken ? { error: broken.message, code: broken.code } : { bytes })
    } catch (error) {
      reply({ error: error instanceof Error ? error.message : String(error) })
    }
  })
})
reply({ bytes: new Uint8Array() })

async function answer(database: PGlite, request: EmbeddedRequest): Promise<Uint8Array> {
  if (request.kind === 'protocol') return exchange(database, request.bytes)
  if (request.kind === 'dump') return new Uint8Array(await (await database.dumpDataDir('none')).arrayBuffer())
  if (request.kind === 'close') await database.close()
  if (request.kind === 'reset') {
    await database.exec('rollback')
    await database.exec('discard all')
  }
  return new Uint8Array()
}

async function exchange(database: PGlite, bytes: Uint8Array): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  // Copied, because the chunk is a view into the database's memory, which the next call overwrites.
  await database.execProtocolRawStream(bytes, { onRawData: (chunk) => chunks.push(chunk.slice()) })
  const [only] = chunks
  return chunks.length === 1 && only ? only : new Uint8Array(Buffer.concat(chunks))
}
