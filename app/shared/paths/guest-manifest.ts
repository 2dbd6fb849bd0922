/** The layout of the back office, whose pages guests do not know. */
export const ADMIN_SHELL = 'shell/admin-shell'

/** The list of pages and their files that guests load, by the address of the whole list. */
export const guestManifestOf = (manifest: string) => manifest.replace('/manifest-', '/manifest-guests-')
