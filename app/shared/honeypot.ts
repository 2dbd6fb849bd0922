/** The hidden field that only bots fill in. */
export const HONEYPOT_FIELD = 'websiteUrl'

/** How long the form was open when it was sent, in milliseconds; only sent with JavaScript. */
export const OPEN_TIME_FIELD = 'openMs'

/** The minimum time in which a person can read, fill in and send a form, in milliseconds. */
export const MIN_OPEN_MS = 1500
