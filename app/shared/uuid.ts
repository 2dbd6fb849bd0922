const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether PostgreSQL takes the text as a uuid; another text in a uuid's place is an error there, not a miss. */
export function isUuid(text: string): boolean {
  return UUID.test(text)
}
