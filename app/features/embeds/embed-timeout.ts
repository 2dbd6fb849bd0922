/** How long an embedded part may take to load, in milliseconds. */
export const EMBED_TIMEOUT_MS = 8000
