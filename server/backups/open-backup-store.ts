import type { Config } from '#app/platform/config.server.ts'
import { openBackupBucket } from './backup-bucket.ts'
import { openBackupFolder } from './backup-folder.ts'
import type { BackupStore } from './backup-store.ts'

/** The store of the settings. Throws `BackupRefused` if it cannot be used. */
export const openBackupStore = ({ backup: { to } }: Pick<Config, 'backup'>): BackupStore =>
  typeof to === 'string' ? openBackupFolder(to) : openBackupBucket(to.account, to.folder)
