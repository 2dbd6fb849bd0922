import type { Body, Meta, UppyFile } from '@uppy/core'
import type { XhrUploadOpts } from '@uppy/xhr-upload'
import { ApiError, messageFor } from '#app/shared/browser/api-client.ts'

/** Whether the same upload may succeed when it is sent again; 0 means no response at all. */
export function mayRetry(status: number): boolean {
  return [0, 408, 429, 502, 503, 504].includes(status)
}

/** Whether the file itself is refused, which no other attempt changes. */
export const isFinal = (status: number) => status >= 400 && status < 500 && status !== 401 && !mayRetry(status)

/** The message for a status without words of its own; 0 means no response at all. */
export function wordsOf(status: number): string {
  if (status === 0) return 'The connection was lost. Please check it, then try again.'
  if (isFinal(status)) return 'The site doesn’t accept this image.'
  return 'The site isn’t answering right now. Please try again in a moment.'
}

/** The message of a refused upload: the server's own, if it sent one. */
export function refusalOf(status: number, answer: string): string {
  return messageFor(new ApiError(status, answer), wordsOf(status))
}

type Options = {
  /** The endpoint of an image; with a function, one for each. */
  endpoint: string | ((meta: Meta) => string)
  /** Without progress for that long, an upload counts as failed, in milliseconds. */
  timeout: number
  onSignedOut: () => void
  /** Called for each request, before it is sent. */
  onRequest?: (request: XMLHttpRequest, files: readonly { id: string }[]) => void
  /** Whether a request was ended because nothing happened. Somebody decides whether it is sent again. */
  isStalled?: (request: XMLHttpRequest) => boolean
}

/** How Uppy sends images to this site, five at a time. */
export const xhrOptions = ({ endpoint, timeout, ...on }: Options): XhrUploadOpts<Meta, Body> => ({
  endpoint: typeof endpoint === 'string' ? endpoint : (file) => endpoint((file as UppyFile<Meta, Body>).meta),
  headers: { accept: 'application/json' },
  method: 'POST',
  fieldName: 'file',
  formData: true,
  // The description goes with the request that attaches the image.
  allowedMetaFields: [],
  timeout,
  limit: 5,
  withCredentials: true,
  // Uppy starts its stall timer at the first progress event. Without this, it would wait silently for a server that
  // accepts nothing.
  onBeforeRequest(request, _, files) {
    request.upload.dispatchEvent(new ProgressEvent('progress'))
    on.onRequest?.(request, files)
  },
  shouldRetry: (request) => mayRetry(request.status) && !on.isStalled?.(request),
  onAfterResponse(request) {
    if (request.status === 401) on.onSignedOut()
    if (request.status >= 300) throw new Error(refusalOf(request.status, request.responseText))
  },
})
