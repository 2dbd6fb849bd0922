import type { Problem } from '#app/shared/problem.ts'
import { IMAGE_NAMES } from './accepted-images.ts'

/** Pixels of one image. More would need more memory to decode than a small machine has. */
export const MAX_PIXELS = 50_000_000

/** Every refusal of an upload, with the operator's message and the response status. */
export const UPLOAD_REFUSALS = {
  'not-multipart': [415, 'Please send the image as a form (multipart/form-data) with the file in the field "file".'],
  'broken-form': [400, 'The upload ended before the file was complete. Please try again.'],
  'no-file': [400, 'There is no file in this upload. Please choose an image.'],
  'one-file': [400, 'There is more than one file in this upload. Please send one image at a time.'],
  'wrong-field': [400, 'The file has to be in the field "file".'],
  'empty-file': [400, 'This file is empty. Please choose another image.'],
  'too-large': [413, 'This file is larger than the 10 MB limit.'],
  'upload-stalled': [408, 'The upload stalled. Please check your connection and try again.'],
  'not-an-image': [415, `This isn’t a supported image. Please use ${IMAGE_NAMES}.`],
  'too-many-pixels': [422, 'This image has more than 50 megapixels. Please make it smaller and try again.'],
  'broken-image': [422, 'This image is damaged or incomplete. Please export or copy it again.'],
  'not-only-an-image': [422, 'This image file contains something else. Please export it again as an image.'],
  'storage-away': [
    503,
    'The storage for images isn’t answering. Nothing was stored. Please try again in a few minutes.',
  ],
  'no-space': [507, 'The server is out of space for images. Please free some, then try again.'],
} as const satisfies Record<string, [status: number, message: string]>

export type UploadRefusal = keyof typeof UPLOAD_REFUSALS

export function refused<Reason extends UploadRefusal>(reason: Reason) {
  return { ok: false, reason } as const
}

export function uploadProblem(reason: UploadRefusal): Problem {
  return { code: reason, message: UPLOAD_REFUSALS[reason][1] }
}
