import type { UploadResult } from '@uppy/core'
import ImageEditor from '@uppy/image-editor'
import Webcam from '@uppy/webcam'
import XHRUpload from '@uppy/xhr-upload'
import { IMAGE_NAMES, IMAGE_TYPES, MAX_UPLOAD_BYTES } from './accepted-images.ts'
import { answersOf, fillInAnswers, type UploadField, type UploadMeta } from './upload-fields.ts'
import { UPLOAD_REFUSALS } from './upload-refusals.ts'
import { type Answer, Uploads } from './uploads.ts'
import { xhrOptions } from './xhr-options.ts'

/** The limits of the upload dialog. The server still checks each file by its bytes. */
const UPLOAD = {
  endpoint: '/api/objects/upload',
  maxBytes: MAX_UPLOAD_BYTES,
  types: IMAGE_TYPES,
  timeoutMs: 30_000,
  messageMs: 5_000,
}

/**
 * The modes of the camera: photos where images are allowed, recordings where videos are that this browser can record.
 * So nothing is recorded that is refused later (docs/features/media.md).
 */
export function cameraModes(
  types: readonly string[],
  canRecord: (type: string) => boolean,
): ('picture' | 'video-only')[] {
  const images = types.some((type) => type.startsWith('image/'))
  const videos = types.some((type) => type === 'video/*' || (type.startsWith('video/') && canRecord(type)))
  return [...(images ? (['picture'] as const) : []), ...(videos ? (['video-only'] as const) : [])]
}

const LONGEST_ALT = 500
const LONGEST_CAPTION = 200

export type Uploader = Uploads
/** An image that has reached the storage. */
export type Uploaded = { url: string; name: string; altText: string; caption: string; answers: Record<string, string> }

type UploaderOptions = {
  maxFiles?: number
  types?: string[]
  questions?: UploadField[]
  /** Called for each file that arrived; the upload completes when the returned promise does. */
  onUploaded: (uploaded: Uploaded) => Promise<void>
  onSignedOut: () => void
  /** Called when every file of this upload has arrived. */
  onComplete: () => void
}

/** Uppy with everything the dialog needs except the dialog itself. */
export function createUploader(options: UploaderOptions): Uploader {
  const { maxFiles = 1, types = UPLOAD.types, questions = [], onUploaded, onSignedOut, onComplete } = options
  const uploads: Uploader = new Uploads({
    autoProceed: false,
    infoTimeout: UPLOAD.messageMs,
    restrictions: {
      maxNumberOfFiles: maxFiles,
      maxFileSize: UPLOAD.maxBytes,
      minFileSize: 1,
      allowedFileTypes: types,
      requiredMetaFields: questions.map(({ id }) => id),
    },
    locale: {
      strings: {
        inferiorSize: UPLOAD_REFUSALS['empty-file'],
        ...(types === UPLOAD.types && { youCanOnlyUploadFileTypes: `You can only upload: ${IMAGE_NAMES}` }),
      },
      pluralize: (count) => (count === 1 ? 0 : 1),
    },
  })
  const { timeoutMs: timeout, endpoint } = UPLOAD
  const { watch, isStalled } = uploads
  uploads.use(XHRUpload, xhrOptions({ endpoint, timeout, onSignedOut, onRequest: watch, isStalled }))
  // Browsers rotate images upright; to check, the editor would fetch a file that the CSP blocks for scripts.
  uploads.use(ImageEditor, { quality: 0.9, cropperOptions: { checkOrientation: false } })
  const modes = cameraModes(types, (type) => window.MediaRecorder?.isTypeSupported(type) ?? false)
  if (modes.length > 0) uploads.use(Webcam, { modes, preferredImageMimeType: 'image/jpeg' })

  fillInAnswers(uploads, questions)

  const underway = new Set<Promise<void>>()
  uploads.on('upload-success', (file, { uploadURL }) => {
    if (!file || !uploadURL) return
    const work = onUploaded({
      url: uploadURL,
      name: file.name ?? '',
      altText: (file.meta.altText ?? '').trim().slice(0, LONGEST_ALT),
      caption: (file.meta.caption ?? '').trim().slice(0, LONGEST_CAPTION),
      answers: answersOf(file.meta, questions),
    })
    underway.add(work)
    work.finally(() => underway.delete(work))
  })
  uploads.addPostProcessor(async () => {
    await Promise.allSettled(underway)
  })
  uploads.on('complete', ({ successful = [], failed = [] }: UploadResult<UploadMeta, Answer>) => {
    if (failed.length > 0 || successful.length === 0 || uploads.getFiles().some(({ error }) => error)) return
    // Closed, it would not name refused files.
    if (uploads.hasRefused) return uploads.removeFiles(successful.map(({ id }) => id))
    uploads.clear()
    onComplete()
  })
  return uploads
}
