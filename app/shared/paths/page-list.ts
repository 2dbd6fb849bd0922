/** The layout of the back office, whose pages guests do not know. */
export const ADMIN_SHELL = 'shell/admin-shell'

/** Who loads a list of pages and their files: guests all but the back office, operators nothing else. */
export type Reader = 'guests' | 'operators'

/** A page that operators don’t have in their list: a link to it has to load it anew. */
export const isGuestPage = (path: string) => !path.startsWith('/admin')

/** The list of a reader, by the address of the whole list. */
export const pageListOf = (manifest: string, reader: Reader) => manifest.replace('/manifest-', `/manifest-${reader}-`)
