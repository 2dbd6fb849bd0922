import { hash } from 'node:crypto'
import { z } from 'zod'
import { countOf } from '#app/shared/words.ts'
import { StartRefused } from '../startup/start-refused.ts'

/** The backup cannot be used, or not here; the message is one sentence with the remedy. */
export class BackupRefused extends StartRefused {
  override name = 'BackupRefused'
}

const tableSchema = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  rows: z.int(),
  /** Of all rows in any order: the sum of the first 64 bits of their SHA-256. */
  sum: z.string(),
})
export type ManifestTable = z.infer<typeof tableSchema>

/** The last part of a backup. `parts` has the SHA-256 of each other part by its name. */
export const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  siteUrl: z.string(),
  /** Each with its digest: the schema that the rows belong to. */
  migrations: z.array(z.string()),
  tables: z.array(tableSchema),
  images: z.object({ stored: z.int(), missing: z.array(z.string()) }),
  parts: z.record(z.string(), z.string()),
})
export type Manifest = z.infer<typeof manifestSchema>

/** Says which images a backup lacks; null if none. */
export function lackWords(missing: readonly string[]): string | null {
  if (missing.length === 0) return null
  return `The store lacked ${countOf(missing.length, 'image')}, such as ${missing[0]}. The backup is without.`
}

export const MANIFEST = 'manifest.json'
export const tablePart = (table: string) => `database/${table}.jsonl.gz`
export const IMAGES = 'images/'

const NAME = /^stay-backup-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar$/

export const backupName = (madeAt: Date) => `stay-backup-${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`

/** When the backup of this name was made; null for the name of anything else. */
export function backupTimeOf(name: string): Date | null {
  const [, day, hour, minute, second] = NAME.exec(name) ?? []
  return day ? new Date(`${day}T${hour}:${minute}:${second}Z`) : null
}

/** Counts rows and sums them up, in any order. */
export function rowSum() {
  let rows = 0
  let sum = 0n
  return {
    add(line: string) {
      rows += 1
      sum = BigInt.asUintN(64, sum + hash('sha256', line, 'buffer').readBigUInt64BE())
    },
    result: () => ({ rows, sum: sum.toString(16) }),
  }
}
