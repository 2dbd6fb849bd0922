import type { PartEdit } from './change-content.server.ts'

/** A form about a property's content, parsed: what it changes. `isVersioned`: it carries the version of the part that it showed. */
export type ContentForm = PartEdit & { isVersioned: boolean }

export const invalid = (message: string, fields?: Record<string, string>, status = 400) => {
  return { ok: false as const, status, message, fields }
}
