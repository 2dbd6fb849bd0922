const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether PostgreSQL accepts the text as a uuid; for other text a query fails instead of finding nothing. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
