import { LRUCache } from 'lru-cache'
import type { Clock } from './clock.server.ts'
import type { CurrentVersions, Versions } from './versions.server.ts'

/** The dependency of a cached value: the content alone, or taken nights, too. */
export type DependsOn = 'content' | 'nights'

/**
 * A loaded value. It becomes outdated at `notAfter`. `stray`: its key may be made up, so it never displaces a value
 * that is not. `personal`: it is only for the caller who loaded it, and not kept.
 */
type Loaded<Value> = { value: Value; notAfter?: Date; kind?: 'stray' | 'personal' }

type Entry<Value> = { value: Value; dependsOn: DependsOn; version: string; until: number }

const versionOf = ({ content, nights }: Versions, dependsOn: DependsOn) =>
  dependsOn === 'nights' ? `${content}.${nights}` : `${content}`

type Size<Value> = { max: number; sizeOf?: (value: Value) => number }

/** Entries of two kinds, each bounded: made-up keys displace no other. */
function createEntries<Value extends object>({ max, sizeOf }: Size<Value>) {
  const limits = sizeOf
    ? { maxSize: max, sizeCalculation: ({ value }: Entry<Value>, key: string) => sizeOf(value) + key.length }
    : // By size, because a cache of a number sets aside all its places at once.
      { maxSize: max, sizeCalculation: () => 1 }
  const usual = new LRUCache<string, Entry<Value>>(limits)
  const strays = new LRUCache<string, Entry<Value>>(limits)
  return {
    get: (key: string) => usual.get(key) ?? strays.get(key),
    has: (key: string) => usual.has(key) || strays.has(key),
    set(key: string, entry: Entry<Value>, isStray: boolean) {
      if (isStray) usual.delete(key)
      const kept = isStray ? strays : usual
      kept.set(key, entry)
    },
  }
}

/**
 * A bounded cache of values that stay valid while nothing they depend on has changed in the database. They last no
 * longer than `maxAgeMs` or the time they set themselves. The least recently used go first: `max` is their number, or
 * the sum of `sizeOf`, and counts for strays separately.
 */
export function createVersionedCache<Value extends object>(
  options: Size<Value> & { clock: Clock; versions: CurrentVersions; maxAgeMs?: number },
) {
  const { clock, versions, max, sizeOf, maxAgeMs = Number.POSITIVE_INFINITY } = options
  const entries = createEntries<Value>({ max, sizeOf })
  const underway = new Map<string, { version: string; loaded: Promise<Loaded<Value>> }>()
  let latest: Versions | null = null

  async function currentVersions(): Promise<Versions> {
    const current = await versions.current()
    latest = current
    return current
  }

  async function load(
    key: string,
    at: Pick<Entry<Value>, 'dependsOn' | 'version'>,
    from: () => Promise<Loaded<Value>>,
  ) {
    const loading = { version: at.version, loaded: from() }
    underway.set(key, loading)
    try {
      const loaded = await loading.loaded
      const { value, notAfter, kind } = loaded
      if (kind === 'personal') return value
      const until = Math.min(clock.now().getTime() + maxAgeMs, notAfter?.getTime() ?? Number.POSITIVE_INFINITY)
      entries.set(key, { value, ...at, until }, kind === 'stray')
      return value
    } finally {
      if (underway.get(key) === loading) underway.delete(key)
    }
  }

  /** While the database is unavailable, the latest known versions count. */
  function validEntry(key: string, current: Versions | null): Entry<Value> | null {
    const entry = entries.get(key)
    const known = current ?? latest
    if (!entry || !known || entry.until <= clock.now().getTime()) return null
    return versionOf(known, entry.dependsOn) === entry.version ? entry : null
  }

  /** The valid value of a key; null when there is none, as far as the database can be checked. */
  async function find(key: string): Promise<Value | null> {
    if (!entries.has(key)) return null
    const current = await currentVersions().catch(() => null)
    return validEntry(key, current)?.value ?? null
  }

  /**
   * The valid value of a key, else the one that `from` loads. It is loaded once for all concurrent callers, unless it
   * is personal. Rejects when there is none and the database is unavailable.
   */
  async function read(key: string, dependsOn: DependsOn, from: () => Promise<Loaded<Value>>): Promise<Value> {
    const current = await currentVersions().catch((error: unknown) => {
      if (validEntry(key, null)) return null
      throw error
    })
    const entry = validEntry(key, current)
    if (entry || !current) return entry?.value ?? read(key, dependsOn, from)
    const version = versionOf(current, dependsOn)
    const other = underway.get(key)
    const shared = other?.version === version ? await other.loaded.catch(() => null) : null
    return shared && shared.kind !== 'personal' ? shared.value : load(key, { dependsOn, version }, from)
  }

  return { find, read }
}

/** A value that is loaded once per content version, or per change of nights. The caller must not change it. */
export type ContentCache = {
  /** `isStray`: visitors choose the key. */
  read<Content>(
    key: string,
    load: () => Promise<Content>,
    options?: { dependsOn?: DependsOn; isStray?: boolean },
  ): Promise<Content>
}

const MAX_CONTENTS = 2000

/** A cache for `services`. A missing record is a stray: its key may come from a visitor. */
export function createContentCache(options: { clock: Clock; versions: CurrentVersions }): ContentCache {
  const cache = createVersionedCache<{ content: unknown }>({ ...options, max: MAX_CONTENTS })
  return {
    async read<Content>(
      key: string,
      load: () => Promise<Content>,
      { dependsOn = 'content', isStray = false }: { dependsOn?: DependsOn; isStray?: boolean } = {},
    ) {
      const { content } = await cache.read(key, dependsOn, async () => {
        const content = await load()
        return { value: { content }, ...((isStray || content === null) && { kind: 'stray' as const }) }
      })
      return content as Content
    },
  }
}
