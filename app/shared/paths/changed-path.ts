/** The key of the address that names the change that was just made. */
export const CHANGED = 'changed'

/**
 * The page to redirect to after a write: the shell there says what was done, and offers Undo. If nothing changed: the
 * page alone.
 */
export function changedPath(path: string, auditId: string | null | undefined): string {
  if (!auditId) return path
  const [address = '', hash] = path.split('#')
  const [pathname, search] = address.split('?')
  const query = new URLSearchParams(search)
  query.set(CHANGED, auditId)
  return `${pathname}?${query}${hash ? `#${hash}` : ''}`
}

/** The page that a change was made on, with the month or the filter that was chosen there. */
export const samePage = ({ pathname, search }: URL): string => unchangedPath(pathname + search)

/** The same address without the change. */
export function unchangedPath(path: string): string {
  const [pathname, search] = path.split('?')
  const query = new URLSearchParams(search)
  query.delete(CHANGED)
  return query.size > 0 ? `${pathname}?${query}` : (pathname ?? '')
}

/** Where changes are undone; it leads back to `path`. */
export const undoPath = (path: string): string => `/admin/history?${new URLSearchParams({ to: unchangedPath(path) })}`
