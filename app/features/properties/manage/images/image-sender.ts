import Uppy from '@uppy/core'
import XHRUpload from '@uppy/xhr-upload'
import { mayRetry, xhrOptions } from '#app/features/media/uploads/xhr-options.ts'

const LOST = 'The connection was lost. This photo is sent again by itself.'
const SIGNED_OUT = 'You’re signed out. Sign in again in another tab, then try again here.'
/** The storage of images may take 30 seconds to say that it is away. */
const TIMEOUT_MS = 60_000

/** The results of photos, by their ids. */
export type SentImage = {
  onProgress(id: string, percent: number): void
  onAdded(id: string): void
  /** A retry may succeed. */
  onLost(id: string, message: string): void
  /** A retry does not succeed: `failed` may once somebody has solved the cause, `refused` never. */
  onRefused(id: string, state: 'failed' | 'refused', message: string): void
}

/** Sends photos to an address with Uppy. It loads when the first photo is chosen. */
export function createImageSender(address: string, { onProgress, onAdded, onLost, onRefused }: SentImage) {
  const uppyIds = new Map<string, string>()
  const idOf = (file: { meta: { relativePath?: unknown } } | undefined) => String(file?.meta.relativePath)
  const uppy = new Uppy({ autoProceed: true })
  uppy.use(
    XHRUpload,
    xhrOptions({ endpoint: ({ query }) => `${address}?${query}`, timeout: TIMEOUT_MS, onSignedOut: () => {} }),
  )
  uppy.on('upload-progress', (file, { bytesUploaded, bytesTotal }) =>
    onProgress(idOf(file), bytesTotal ? Math.floor((100 * bytesUploaded) / bytesTotal) : 0),
  )
  uppy.on('upload-success', (file) => onAdded(idOf(file)))
  uppy.on('upload-stalled', (_, files) => {
    for (const file of files) onLost(idOf(file), LOST)
  })
  uppy.on('upload-error', (file, error, response) => {
    const status = response?.status ?? 0
    if (mayRetry(status)) onLost(idOf(file), status === 0 ? LOST : error.message)
    else if (status === 401) onRefused(idOf(file), 'failed', SIGNED_OUT)
    else onRefused(idOf(file), status >= 500 ? 'failed' : 'refused', error.message)
  })

  function stop(id: string) {
    const uppyId = uppyIds.get(id)
    if (uppyId && uppy.getFiles().some((file) => file.id === uppyId)) uppy.removeFile(uppyId)
  }
  return {
    /** Sent again with the same id, a photo is added once. */
    send(id: string, file: File, target: Record<string, string>) {
      stop(id)
      const query = new URLSearchParams({ key: id, ...target }).toString()
      // Uppy tells files apart by their path, too.
      const meta = { query, relativePath: id }
      uppyIds.set(id, uppy.addFile({ name: file.name, type: file.type, data: file, meta }))
    },
    stop,
  }
}
