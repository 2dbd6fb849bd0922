/** The layout of the back office, whose pages guests do not know. */
export const ADMIN_SHELL = 'shell/admin-shell'

/** The audience of a list of pages and their files: guests load all but the back office, operators nothing else. */
export type Reader = 'guests' | 'operators'

/** A page that is not in the operators' list: a link to it must load it again. */
export const isGuestPage = (path: string) => !path.startsWith('/admin')

/** The list of a reader, by the address of the whole list. */
export const pageListOf = (manifest: string, reader: Reader) => manifest.replace('/manifest-', `/manifest-${reader}-`)
