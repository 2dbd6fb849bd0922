import type { Readable } from 'node:stream'

/** Reads a written backup before it counts. Throws at any mistake. */
type CheckBackup = (written: Readable) => Promise<unknown>

/** A place for backups. */
export type BackupStore = {
  /** For people. */
  place: string
  /** The names of all backups, and their sizes in bytes. Files of others may be among them. */
  list(): Promise<{ name: string; bytes: number }[]>
  /** Stores a whole backup that passed the check, or nothing. Returns its size in bytes. */
  write(name: string, content: Readable, check: CheckBackup): Promise<number>
  read(name: string): Readable
  delete(name: string): Promise<void>
}
