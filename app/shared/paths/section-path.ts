/** The key of the address that names the open section of a page. */
export const SECTION = 'section'

/** The same page with its open section, without the rest of its query. */
export function sectionPath({ pathname, searchParams }: URL): string {
  const open = searchParams.get(SECTION)
  return open === null ? pathname : `${pathname}?${new URLSearchParams({ [SECTION]: open })}`
}
