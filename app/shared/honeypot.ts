/** A field that no person sees and none fills in. */
export const TRAP_FIELD = 'websiteUrl'

/** For how long the form was open when it was sent, in milliseconds; only a browser with JavaScript tells (docs/decisions/013). */
export const OPEN_FIELD = 'openMs'

/** Nobody reads, fills in and sends a form sooner, in milliseconds. */
export const SHORTEST_OPEN_MS = 1500
