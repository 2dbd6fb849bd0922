import Uppy, { type UploadResult } from '@uppy/core'
import ImageEditor from '@uppy/image-editor'
import Webcam from '@uppy/webcam'
import XHRUpload from '@uppy/xhr-upload'
import { answersOf, fillInAnswers, type UploadField, type UploadMeta } from './upload-fields.ts'
import { MAX_UPLOAD_BYTES } from './upload-refusals.ts'
import { xhrOptions } from './xhr-options.ts'

/** The limits of the upload dialog. The server still checks each file by its bytes. */
const UPLOAD = {
  endpoint: '/api/objects/upload',
  maxBytes: MAX_UPLOAD_BYTES,
  types: ['image/*'],
  timeoutMs: 30_000,
  messageMs: 5_000,
}

/**
 * What the camera offers: photos where images are allowed, recordings where videos are that this browser can record. So
 * nothing is recorded that is refused later (docs/features/media.md).
 */
export function cameraModes(
  types: readonly string[],
  canRecord: (type: string) => boolean,
): ('picture' | 'video-only')[] {
  const photos = types.some((type) => type.startsWith('image/'))
  const videos = types.some((type) => type === 'video/*' || (type.startsWith('video/') && canRecord(type)))
  return [...(photos ? (['picture'] as const) : []), ...(videos ? (['video-only'] as const) : [])]
}

type Answer = { url: string }
const LONGEST_ALT = 500
const LONGEST_CAPTION = 200
type Notice = Parameters<Uppy<UploadMeta, Answer>['info']>

export type Uploader = Uppy<UploadMeta, Answer>
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

/**
 * Uppy removes the oldest message when any message expires, and one without a time limit ("No Internet connection") at
 * once. Here each message has its own timer. The one about the connection stays until it is back. The reason of an
 * error is in the message, not behind a question mark that only works with a mouse.
 */
class Uploads extends Uppy<UploadMeta, Answer> {
  override info(...[message, type = 'info', duration = UPLOAD.messageMs]: Notice) {
    const text = typeof message === 'string' ? message : message.message
    const details = typeof message === 'string' ? '' : (message.details ?? '')
    const full = details ? `${text}${text.endsWith('.') ? '' : ':'} ${details}` : text
    const notice = { type, message: full, details: null }
    this.setState({ info: [...this.getState().info, notice] })
    if (duration > 0) setTimeout(() => this.#remove((other) => other === notice), duration)
    this.emit('info-visible')
  }

  override updateOnlineStatus() {
    if (window.navigator.onLine) this.#remove(({ message }) => message === this.i18n('noInternetConnection'))
    super.updateOnlineStatus()
  }

  #remove(isDone: (notice: { message: string }) => boolean) {
    const { info } = this.getState()
    if (!info.some(isDone)) return
    this.setState({ info: info.filter((notice) => !isDone(notice)) })
    this.emit('info-hidden')
  }
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
      allowedFileTypes: types,
      requiredMetaFields: questions.map(({ id }) => id),
    },
  })
  uploads.use(XHRUpload, xhrOptions({ endpoint: UPLOAD.endpoint, timeout: UPLOAD.timeoutMs, onSignedOut }))
  // Browsers rotate images upright by themselves; to check, the editor would fetch what the CSP blocks for scripts.
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
    if (failed.length > 0 || successful.length === 0) return
    uploads.clear()
    onComplete()
  })
  return uploads
}
