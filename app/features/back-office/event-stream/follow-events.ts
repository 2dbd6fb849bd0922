import { type ChangeEvent, EVENTS_PATH } from './event-stream.ts'

/** The lock of the one tab that has the stream, and the channel on which it tells the others. */
const NAME = 'back-office-events'

/** Asks the tab with the stream for the last event. */
const ASK = 'last?'

/** An event stream that reports each event. When the server refuses it, `reopen` opens it again. */
function openStream(onEvent: (event: ChangeEvent) => void, onRefused: () => void) {
  let source: EventSource
  const open = () => {
    source = new EventSource(EVENTS_PATH)
    source.onmessage = ({ data }) => onEvent(JSON.parse(data) as ChangeEvent)
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) onRefused()
    }
  }
  open()
  return {
    reopen: () => {
      if (source.readyState === EventSource.CLOSED) open()
    },
    close: () => source.close(),
  }
}

/**
 * Follows the event stream. One tab of a browser has it, since browsers open only six connections to a site: it passes
 * events on. When it closes, another opens one. `reopen` tries again after a refusal, of which
 * `onRefused` tells.
 */
export function followEvents(
  onEvent: (event: ChangeEvent) => void,
  onRefused: () => void,
): { reopen: () => void; stop: () => void } {
  const channel = new BroadcastChannel(NAME)
  const stopped = new AbortController()
  let stream: ReturnType<typeof openStream> | undefined
  let last: ChangeEvent | undefined
  channel.onmessage = ({ data }: MessageEvent<ChangeEvent | typeof ASK>) => {
    if (data !== ASK) onEvent(data)
    else if (last) channel.postMessage({ ...last, since: last.version, areas: [] } satisfies ChangeEvent)
  }
  const lead = () => {
    stream = openStream((event) => {
      last = event
      channel.postMessage(event)
      onEvent(event)
    }, onRefused)
  }
  // Firefox reports a stream that ends with its page as an error.
  const leave = () => stream?.close()
  window.addEventListener('pagehide', leave)
  // Without https there are no locks: then each tab has a stream.
  if (!navigator.locks) lead()
  else {
    const hold = () =>
      new Promise<void>((release) => {
        lead()
        stopped.signal.addEventListener('abort', () => release())
      })
    navigator.locks.request(NAME, { signal: stopped.signal }, hold).catch(() => {})
    channel.postMessage(ASK)
  }
  return {
    reopen: () => stream?.reopen(),
    stop: () => {
      window.removeEventListener('pagehide', leave)
      stopped.abort()
      stream?.close()
      channel.close()
    },
  }
}
