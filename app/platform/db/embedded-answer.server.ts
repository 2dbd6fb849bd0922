import { setFlagsFromString } from 'node:v8'
import type { PGlite } from '@electric-sql/pglite'

/**
 * `protocol` carries complete PostgreSQL wire messages up to a Sync or a simple Query; `reset` clears the session
 * state.
 */
export type EmbeddedRequest = { kind: 'protocol'; bytes: Uint8Array } | { kind: 'reset' | 'close' }

/** Before PGlite is opened in this process. */
export function limitCompiler(): void {
  // V8's optimizing compiler takes 500 MB for PostgreSQL's largest functions. It would halve the time of long statements,
  // but typical ones are as fast without it.
  for (const flag of ['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']) setFlagsFromString(flag)
}

/** PGlite's answer to a request. */
export async function answerRequest(database: PGlite, request: EmbeddedRequest): Promise<Uint8Array> {
  if (request.kind === 'protocol') return exchange(database, request.bytes)
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
