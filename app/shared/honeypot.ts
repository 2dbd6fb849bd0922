/** The hidden field that only bots fill in. */
export const HONEYPOT_FIELD = 'websiteUrl'

/** How long the form was open when it was sent, in milliseconds; only sent with JavaScript. */
export const OPEN_TIME_FIELD = 'openMs'

/** No person reads, fills in and sends a form in less, in milliseconds. */
export const MIN_OPEN_MS = 1500
