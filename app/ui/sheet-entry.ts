/** An entry of the browser's history for a sheet that covers the page: the way back closes it. */
type Entry = { close: () => void; href: string }

let entry: Entry | null = null
/** Whether a step back only takes the entry of a closed sheet away. A sheet may wait for its end. */
let isLeaving = false
let waiting: Entry | null = null

function push(own: Entry) {
  entry = { ...own, href: location.href }
  history.pushState({ ...history.state, isSheet: true }, '')
  // The page that opens next takes its place: one step back leads from there to the page below the sheet.
  history.pushState = (...page) => {
    forget()
    history.replaceState(...page)
  }
}

function forget() {
  entry = null
  Reflect.deleteProperty(history, 'pushState')
}

function leave() {
  isLeaving = true
  forget()
  history.back()
}

/** Before the router hears of it: to the router, the page stays the same. */
globalThis.addEventListener?.(
  'popstate',
  (event) => {
    const open = entry
    if (isLeaving) {
      isLeaving = false
      if (waiting) push(waiting)
      waiting = null
    } else if (open) {
      forget()
      if (location.href !== open.href) return
      open.close()
    } else return
    event.stopImmediatePropagation()
  },
  { capture: true },
)

// The page was loaded again with a sheet open, which is closed now.
if (globalThis.history?.state?.isSheet) leave()

/** Opens a sheet, which the way back closes. Returns what leaves no entry of it behind when it was closed otherwise. */
export function enterSheet(close: () => void): () => void {
  const own = { close, href: '' }
  if (isLeaving) waiting = own
  else if (entry) entry = { ...own, href: entry.href }
  else push(own)
  return () => {
    if (waiting === own) waiting = null
    else if (entry?.close === close) leave()
  }
}
