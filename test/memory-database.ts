import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Duplex } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { MemoryFS } from '@electric-sql/pglite'
import type pg from 'pg'
import { embeddedPool } from '#app/platform/db/embedded.server.ts'
import { answerRequest, type EmbeddedRequest } from '#app/platform/db/embedded-answer.server.ts'
import { openFiles } from '#app/platform/db/embedded-files.server.ts'
import { findBrokenAnswer } from '#app/platform/db/protocol-answer.server.ts'

/** PGlite's own name of its directory. */
const PGDATA = '/pglite/data'

/** Files in memory that begin as those of a directory. Its own way, from a tar file, takes four times as long. */
class CopiedFiles extends MemoryFS {
  #directory: string

  constructor(directory: string) {
    super()
    this.#directory = directory
  }

  override async initialSyncFs() {
    if (!this.pg) throw new Error('PGlite sets its file system up first')
    const { FS } = this.pg.Module
    FS.mkdirTree(PGDATA, 0o700)
    for (const entry of readdirSync(this.#directory, { recursive: true, withFileTypes: true })) {
      const from = path.join(entry.parentPath, entry.name)
      const to = `${PGDATA}/${path.relative(this.#directory, from)}`
      if (entry.isDirectory()) FS.mkdirTree(to)
      else FS.writeFile(to, readFileSync(from))
    }
  }
}

/**
 * An embedded database in memory, a copy of the one in `directory`. It runs in this thread, where a site's has its own.
 * The way to another thread and back costs more than a usual statement. No statement is stopped for its time.
 */
export async function openInMemory(directory: string): Promise<{ pool: pg.Pool; close(): Promise<void> }> {
  // A site limits V8's compiler for its memory. Tests run long enough that compiling is paid back: it halves the time of
  // statements. Without inlining it compiles less, and what it makes is as fast.
  for (const flag of ['--wasm-tier-up', '--wasm-dynamic-tiering', '--no-wasm-inlining']) setFlagsFromString(flag)
  const database = await openFiles(new CopiedFiles(directory))
  let failed = false
  let turn: Promise<unknown> = Promise.resolve()

  async function answer(request: EmbeddedRequest): Promise<Uint8Array> {
    // As with a thread, others have their turn while a statement runs.
    await setImmediate()
    if (failed) throw new Error('The embedded database of this test has ended')
    const bytes = await answerRequest(database, request)
    const broken = request.kind === 'protocol' ? findBrokenAnswer(bytes) : null
    if (!broken) return bytes
    failed = true
    throw new Error(broken.message)
  }

  function send(request: EmbeddedRequest): Promise<Uint8Array> {
    const answered = turn.then(() => answer(request))
    turn = answered.catch(() => {})
    return answered
  }

  const connection = { connections: new Set<Duplex>(), failed: false, send }
  const pool = embeddedPool(async () => connection)
  return {
    pool,
    close: async () => {
      await pool.end()
      await send({ kind: 'close' })
    },
  }
}
