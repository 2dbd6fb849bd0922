import type { ImportKind } from './columns.ts'

type Shown<Row> = { rows: Row[]; more: number }
export type ShownLines = Shown<{ line: number; words: string }>

export const FILE_GONE = 'This file was imported already, or it is a day old. Choose it again.'

/** More rows of a kind than this are only counted. */
export const MOST_SHOWN = 200

/** A stay on this site that changed at its platform. `here` is its reference, and a press posts `seen`. */
type ChangedThere = { line: number; words: string; here: string; seen: string; isCanceled: boolean }

/** A booking of the file in words. */
export type ShownBooking = Record<'guest' | 'property' | 'nights' | 'party' | 'money' | 'from', string> & {
  line: number
}

export type PreviewOfBookings = {
  count: number
  seen: string
  total: string
  paid: string
  good: Shown<ShownBooking>
  conflicts: ShownLines
  doubles: ShownLines
  wrong: ShownLines
  unread: ShownLines
  changed: Shown<ChangedThere>
  /** Rows that are left out although nothing is wrong with them, counted. */
  skipped: string[]
}

export type PreviewOfPrices = {
  count: number
  seen: string
  properties: {
    name: string
    nights: string
    range: string | null
    changing: number
    same: number
    months: { month: string; nights: number; before: string; after: string }[]
  }[]
  wrong: ShownLines
  skipped: string[]
}

export type ImportPage = {
  kind: ImportKind
  name: string
  rows: string
  /** Choices that are needed first. */
  missing: string[]
  choices: {
    columns: string[]
    property: string
    properties: Record<string, string>
    order: string
    unstated: string
    platform?: string
  }
  /** A date that could be read in two ways; empty if there is none. */
  example: string
  unknownProperties: string[]
  properties: { slug: string; name: string }[]
  fields: Record<string, string>
  columns: { heading: string; samples: string[] }[]
  /** Null while it is not known how the file is read. */
  bookings: PreviewOfBookings | null
  prices: PreviewOfPrices | null
}
