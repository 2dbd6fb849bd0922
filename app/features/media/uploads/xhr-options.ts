import type { Body, Meta, UppyFile } from '@uppy/core'
import type { XhrUploadOpts } from '@uppy/xhr-upload'
import { ApiError, messageFor } from '#app/shared/browser/api-client.ts'

/** Whether the same upload may succeed when it is sent again; 0 means no response at all. */
export function mayRetry(status: number): boolean {
  return [0, 408, 429, 502, 503, 504].includes(status)
}

/** The message of a refused upload: the server's own, if it sent one. */
export function refusalOf(status: number, answer: string): string {
  return messageFor(new ApiError(status, answer), `The server answered ${status}.`)
}

type Options = {
  /** Where an image goes; by a function, one for each. */
  endpoint: string | ((meta: Meta) => string)
  /** Without progress for that long, an upload counts as failed, in milliseconds. */
  timeout: number
  onSignedOut: () => void
}

/** How Uppy sends images to this site, five at a time. */
export const xhrOptions = ({ endpoint, timeout, onSignedOut }: Options): XhrUploadOpts<Meta, Body> => ({
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
  onBeforeRequest: ({ upload }) => void upload.dispatchEvent(new ProgressEvent('progress')),
  shouldRetry: (request) => mayRetry(request.status),
  onAfterResponse(request) {
    if (request.status === 401) onSignedOut()
    if (request.status >= 300) throw new Error(refusalOf(request.status, request.responseText))
  },
})
