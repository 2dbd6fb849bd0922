import fs from 'node:fs'
import path from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * PGlite's default start parameters (0.5.16) without `-F`, which turns fsync off. Others make a commit durable and keep
 * the log and the memory small. `search_path=public` and the worker limits are PGlite's own.
 */
const DURABLE_START = [
  '--single',
  '-O',
  '-j',
  ...[
    'search_path=public',
    'exit_on_error=false',
    'log_checkpoints=false',
    'max_worker_processes=0',
    'max_parallel_workers=0',
    'max_parallel_workers_per_gather=0',
    'max_parallel_maintenance_workers=0',
    'io_method=sync',
    'fsync=on',
    'wal_sync_method=fsync',
    'max_wal_size=64MB',
    'min_wal_size=32MB',
    'shared_buffers=32MB',
  ].flatMap((setting) => ['-c', setting]),
]

type EmscriptenStream = { nfd?: number }
type Attributes = { mode?: number }
type EmscriptenModule = {
  NODEFS: {
    doSetAttr: (target: unknown, node: unknown, attributes: Attributes, ...calls: unknown[]) => void
    stream_ops: { fsync?: (stream: EmscriptenStream) => number }
    tryFSOperation: (run: () => void) => void
  }
}

/**
 * PGlite's file system on a real directory, with the fsync call that PGlite lacks. Only this user can read its files.
 * PGlite sets each new file to 0666, whatever the umask. Counts its fsync calls in `fsyncCalls`.
 */
class DurableFiles extends NodeFS {
  fsyncCalls = 0

  override async init(pg: PGlite, options: Parameters<NodeFS['init']>[1]) {
    const { emscriptenOpts } = await super.init(pg, options)
    // Private hooks of the pinned PGlite version. durability.test.ts checks fsync calls and file modes, so an upgrade
    // cannot lose them.
    const addFsync = (mod: EmscriptenModule) => {
      mod.NODEFS.stream_ops.fsync = (stream) => {
        this.fsyncCalls += 1
        const { nfd } = stream
        if (nfd !== undefined) mod.NODEFS.tryFSOperation(() => fs.fsyncSync(nfd))
        return 0
      }
    }
    const closeToOthers = ({ NODEFS }: EmscriptenModule) => {
      const { doSetAttr } = NODEFS
      NODEFS.doSetAttr = (target, node, attributes, ...calls) => {
        const { mode } = attributes
        doSetAttr(target, node, mode == null ? attributes : { ...attributes, mode: mode & ~0o077 }, ...calls)
      }
    }
    const preRun = [...((emscriptenOpts.preRun as unknown[]) ?? []), addFsync, closeToOthers]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } as typeof emscriptenOpts }
  }
}

/**
 * Opens the database in `directory`, creating it if missing. A new database is created beside it, flushed completely
 * and then renamed. So a crash on the first start leaves nothing half-done.
 */
export async function openDirectory(directory: string): Promise<{ pg: PGlite; files: DurableFiles }> {
  if (!fs.existsSync(directory)) {
    const aside = `${directory}.new`
    fs.rmSync(aside, { recursive: true, force: true })
    fs.mkdirSync(aside, { mode: 0o700 })
    const { pg } = await open(aside)
    await pg.close()
    flushTree(aside)
    fs.renameSync(aside, directory)
    flush(path.dirname(directory))
  }
  return open(directory)
}

async function open(directory: string) {
  const files = new DurableFiles(directory)
  return { pg: await openFiles(files), files }
}

/** Opens the database in these files. */
export const openFiles = (fs: PGliteOptions['fs'] & object): Promise<PGlite> =>
  PGlite.create({ fs, startParams: DURABLE_START, extensions: { btree_gist } })

function flushTree(directory: string) {
  for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
    const at = path.join(directory, entry.name)
    if (entry.isDirectory()) flushTree(at)
    else flush(at)
  }
  flush(directory)
}

function flush(at: string) {
  const file = fs.openSync(at, 'r')
  try {
    fs.fsyncSync(file)
  } finally {
    fs.closeSync(file)
  }
}
