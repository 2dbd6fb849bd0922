import { refusalOfFile } from '#app/features/media/uploads/accepted-images.ts'
import { newIdempotencyKey } from '#app/shared/browser/idempotency-key.ts'
import type { createImageSender } from './image-sender.ts'
import { createThumbnail } from './thumbnail.ts'

/** The upload of a photo. `lost`: it is retried automatically. `failed`: on request. `refused`: never. */
export type QueuedImage = {
  id: string
  name: string
  state: 'waiting' | 'sending' | 'storing' | 'added' | 'lost' | 'failed' | 'refused'
  percent: number
  message: string
  /** The address of a small thumbnail of it; null until it is drawn, or if the browser cannot. */
  thumbnail: string | null
}

/** The target of uploads: a category, a unit, or the place of another photo. */
type ImageTarget = Partial<Record<'category' | 'newCategory' | 'unitId' | 'replace', string>>

type Entry = { shown: QueuedImage; file: File; target: ImageTarget }

const TWICE = 'This photo is in the list already.'
const NOT_LOADED = 'The site can’t be reached. This photo is sent by itself as soon as it can.'
/** Closing the page would end them. */
const UNDERWAY: QueuedImage['state'][] = ['waiting', 'sending', 'storing', 'lost']
const PAUSES_MS = [3_000, 6_000, 15_000, 30_000]

function isSame(one: Pick<Entry, 'file' | 'target'>, other: Pick<Entry, 'file' | 'target'>): boolean {
  const traits = ({ file, target }: typeof one) => [file.name, file.size, file.lastModified, target.replace].join('/')
  return traits(one) === traits(other)
}

/** The list that pages show, and its subscribers. */
function createList() {
  let entries: Entry[] = []
  let items: QueuedImage[] = []
  const listeners = new Set<() => void>()
  const set = (changed: Entry[]) => {
    entries = changed
    items = entries.map(({ shown }) => shown)
    for (const notify of listeners) notify()
  }
  return {
    entries: () => entries,
    set,
    change: (id: string, shown: Partial<QueuedImage>) =>
      set(entries.map((entry) => (entry.shown.id === id ? { ...entry, shown: { ...entry.shown, ...shown } } : entry))),
    items: () => items,
    subscribe(notify: () => void) {
      listeners.add(notify)
      return () => void listeners.delete(notify)
    },
  }
}

/** The uploads of one home. They continue while other pages of the back office are open. */
function createImageQueue(address: string) {
  const list = createList()
  const { change } = list
  const sender = createSending(address, list)
  window.addEventListener('online', () => sender.sendAgain(['lost']))
  window.addEventListener('beforeunload', (event) => {
    if (list.items().some(({ state }) => UNDERWAY.includes(state))) event.preventDefault()
  })
  return {
    items: list.items,
    subscribe: list.subscribe,
    /** Sends files. A file that cannot be sent says why, and the others continue. */
    add(files: readonly File[], target: ImageTarget) {
      for (const file of files) {
        const isTwice = list
          .entries()
          .some((other) => other.shown.state !== 'refused' && isSame(other, { file, target }))
        const message = isTwice ? TWICE : (refusalOfFile(file) ?? '')
        const id = newIdempotencyKey()
        const state = message ? 'refused' : 'waiting'
        const shown: QueuedImage = { id, name: file.name, state, percent: 0, message, thumbnail: null }
        const entry: Entry = { shown, file, target }
        list.set([...list.entries(), entry])
        if (message) continue
        sender.send(entry)
        void createThumbnail(file).then((thumbnail) => change(id, { thumbnail }))
      }
    },
    retry: () => sender.sendAgain(['lost', 'failed']),
    /** Takes a photo off the list. One that is being sent is not sent. */
    remove(id: string) {
      sender.stop(id)
      list.set(list.entries().filter(({ shown }) => shown.id !== id))
    },
    clear: () => list.set(list.entries().filter(({ shown }) => shown.state !== 'added' && shown.state !== 'refused')),
  }
}

/** Sends the files of the list. Lost ones are sent again after a pause. */
function createSending(address: string, { entries, change }: ReturnType<typeof createList>) {
  let pauses = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let loading: Promise<ReturnType<typeof createImageSender>> | undefined

  function onLost(id: string, message: string) {
    change(id, { state: 'lost', message })
    clearTimeout(timer)
    timer = setTimeout(() => sendAgain(['lost']), PAUSES_MS[Math.min(pauses, PAUSES_MS.length - 1)])
    pauses += 1
  }
  const load = () =>
    import('./image-sender.ts').then((module) =>
      module.createImageSender(address, {
        onProgress: (id, percent) => change(id, { state: percent < 100 ? 'sending' : 'storing', percent }),
        onAdded(id) {
          pauses = 0
          change(id, { state: 'added', percent: 100, message: '' })
        },
        onLost,
        onRefused: (id, state, message) => change(id, { state, message }),
      }),
    )
  async function send({ shown: { id }, file, target }: Entry) {
    change(id, { state: 'waiting', percent: 0, message: '' })
    loading ??= load()
    try {
      const sender = await loading
      // It may have been removed from the list meanwhile.
      if (entries().some(({ shown }) => shown.id === id)) sender.send(id, file, target)
    } catch {
      loading = undefined
      onLost(id, NOT_LOADED)
    }
  }
  function sendAgain(states: QueuedImage['state'][]) {
    clearTimeout(timer)
    for (const entry of entries().filter(({ shown }) => states.includes(shown.state))) send(entry)
  }
  const stop = (id: string) => void loading?.then((sender) => sender.stop(id)).catch(() => {})
  return { send, sendAgain, stop }
}

const queues = new Map<string, ReturnType<typeof createImageQueue>>()

/** The queue of a home, which stays while other pages are open. Only in the browser. */
export function imageQueue(slug: string): ReturnType<typeof createImageQueue> {
  const queue = queues.get(slug) ?? createImageQueue(`/admin/homes/${slug}/photos/upload`)
  queues.set(slug, queue)
  return queue
}
