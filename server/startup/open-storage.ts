import path from 'node:path'
import type { Config } from '#app/platform/config.server.ts'
import type { Logger } from '#app/platform/log.server.ts'
import { openDiskStorage } from '#app/platform/storage/disk-storage.server.ts'
import { checkS3, openS3Storage } from '#app/platform/storage/s3-storage.server.ts'
import { isStorageUnavailable, type Storage } from '#app/platform/storage/storage.server.ts'
import { StartRefused } from './start-refused.ts'

/**
 * Opens the configured bucket, else a folder. A store that rejects us stops the startup with a sentence
 * (`StartRefused`); an unavailable one may recover.
 */
export async function openStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>, log: Logger): Promise<Storage> {
  if (!s3) return openDiskStorage(path.join(dataDir, 'objects'))
  const wrong = await checkS3(s3, { limitMs: 5000 })
  if (wrong && !isStorageUnavailable(wrong)) {
    throw new StartRefused(`${wrong.message}. Look at the settings S3_*, the bucket is ${s3.bucket}.`)
  }
  if (wrong)
    log.error(
      { event: 'storage.unavailable', err: wrong },
      'the object storage is unavailable: until it answers, images can be neither stored nor resized',
    )
  return openS3Storage(s3)
}
