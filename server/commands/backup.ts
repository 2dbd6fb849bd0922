import { createReadStream, existsSync } from 'node:fs'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Command } from 'commander'
import { MOMENTS } from '#app/features/bookings/moments.ts'
import type { StayMoment } from '#app/features/bookings/stay-moments.ts'
import { type Config, processConfig } from '#app/platform/config.server.ts'
import { createLog } from '#app/platform/log.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { countOf } from '#app/shared/words.ts'
import { listBackups, makeBackup, NOT_DELETED } from '../backups/make-backup.ts'
import { BackupRefused, lackWords, type Manifest } from '../backups/manifest.ts'
import { openBackupStore } from '../backups/open-backup-store.ts'
import { checkBackup, restoreBackup } from '../backups/restore-backup.ts'
import { describeSite } from '../startup/describe-site.ts'
import type { Terminal } from './ask-password.ts'
import type { CommandOutcome, OnSite } from './site-command.ts'

type Report = (outcome: CommandOutcome) => void

const FILE = 'a path, or a name that “backup list” shows'

export function addBackupCommands(line: Command, onSite: OnSite, report: Report) {
  const backup = line
    .command('backup')
    .description('write the database and all images to one file, while the site runs or not')
    .action(() => onSite(makeOne))
  backup
    .command('list')
    .description('the backups where BACKUP_TO says')
    .action(async () => report(await listStored(processConfig())))
  backup
    .command('check')
    .description(
      'restore a backup into a place of its own, compare everything, and check the rules of money and nights',
    )
    .argument('<file>', FILE)
    .action(async (file: string) => report(await checkOne(processConfig(), file)))
}

/** Needs an empty place, so it is no command for a site that exists. */
export function addRestoreCommand(line: Command, report: Report, { output }: Pick<Terminal, 'output'>) {
  line
    .command('restore')
    .description('fill the empty database of the settings, and its store of images, from a backup')
    .argument('<file>', FILE)
    .action(async (file: string) => {
      const config = processConfig()
      output.write(`${describeSite(config)}\n`)
      report(await restoreOne(config, file))
    })
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

function contentOf({ tables, images }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return `${countOf(rows, 'row')} of ${countOf(tables.length, 'table')}, ${countOf(images.stored, 'image')}`
}

/** A line for people, if images are missing. */
const lacksOf = ({ images }: Manifest) => [lackWords(images.missing) ?? []].flat()

async function makeOne(services: Services): Promise<CommandOutcome> {
  try {
    const { place, name, bytes, manifest, deleted } = await makeBackup(services)
    const lines = [`Made ${name} in ${place}: ${contentOf(manifest)}, ${megabytes(bytes)}.`]
    lines.push(...lacksOf(manifest))
    if (deleted === null) lines.push(NOT_DELETED)
    else if (deleted > 0) lines.push(`Deleted ${countOf(deleted, 'older backup')}, as BACKUP_KEEP says.`)
    return { ok: true, message: lines.join('\n') }
  } catch (error) {
    // The running site would only say that it failed.
    if (error instanceof BackupRefused) return { ok: false, message: error.message }
    throw error
  }
}

async function listStored(config: Config): Promise<CommandOutcome> {
  const store = openBackupStore(config)
  const stored = await listBackups(store)
  const lines = stored.map(({ name, bytes }) => `${name}  ${megabytes(bytes).padStart(12)}`)
  return { ok: true, message: [`${countOf(stored.length, 'backup')} in ${store.place}`, ...lines].join('\n') }
}

/** A file that exists here comes first. */
async function openFile(config: Config, file: string): Promise<() => Readable> {
  if (existsSync(file)) return () => createReadStream(path.resolve(file))
  const store = openBackupStore(config)
  if ((await listBackups(store)).some(({ name }) => name === file)) return () => store.read(file)
  throw new BackupRefused(`There is no file ${path.resolve(file)}, and no backup of this name in ${store.place}.`)
}

const logOf = (config: Config) => createLog(config.logLevel === 'silent' ? 'silent' : 'warn', process.stderr)

async function checkOne(config: Config, file: string): Promise<CommandOutcome> {
  const { manifest, broken } = await checkBackup(config, logOf(config), await openFile(config, file))
  if (broken.length > 0) return { ok: false, message: broken.join('\n') }
  const from = `of ${manifest.siteUrl}, ${manifest.madeAt}`
  const line = `The backup ${from} is whole: ${contentOf(manifest)}. All rules of money and nights hold.`
  return { ok: true, message: [line, ...lacksOf(manifest)].join('\n') }
}

async function restoreOne(config: Config, file: string): Promise<CommandOutcome> {
  const { manifest, heldMail, skipped } = await restoreBackup(config, logOf(config), await openFile(config, file))
  const lines = [
    `Restored the backup of ${manifest.siteUrl}, ${manifest.madeAt}: ${contentOf(manifest)}.`,
    ...lacksOf(manifest),
  ]
  if (heldMail > 0) {
    lines.push(
      `${countOf(heldMail, 'email')} waited then, and may have been sent since. None is sent: Today has a task.`,
    )
  }
  if (skipped.length > 0) {
    lines.push('Messages to guests were due, and may have been sent since. They are skipped:')
    lines.push(...skipped.map(({ reference, moments }) => `${reference}: ${moments.map(labelOf).join(', ')}`))
  }
  return { ok: true, message: lines.join('\n') }
}

const labelOf = (moment: StayMoment) => MOMENTS[moment].label
