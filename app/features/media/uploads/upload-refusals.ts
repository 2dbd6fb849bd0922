import { type Refusal, refuse } from '#app/shared/refusal.ts'
import { IMAGE_NAMES } from './accepted-images.ts'

/** Pixels of one image. More would need more memory to decode than a small machine has. */
export const MAX_PIXELS = 50_000_000

/** Every reason why an upload is refused, with its words for the operator. */
export const UPLOAD_REFUSALS = {
  'not-multipart': 'Please send the image as a form (multipart/form-data) with the file in the field "file".',
  'broken-form': 'The upload ended before the file was complete. Please try again.',
  'no-file': 'There is no file in this upload. Please choose an image.',
  'one-file': 'There is more than one file in this upload. Please send one image at a time.',
  'wrong-field': 'The file has to be in the field "file".',
  'empty-file': 'This file is empty. Please choose another image.',
  'too-large': 'This file is larger than the 10 MB limit.',
  'upload-stalled': 'The upload stalled. Please check your connection and try again.',
  'not-an-image': `This isn’t a supported image. Please use ${IMAGE_NAMES}.`,
  'too-many-pixels': 'This image has more than 50 megapixels. Please make it smaller and try again.',
  'broken-image': 'This image is damaged or incomplete. Please export or copy it again.',
  'not-only-an-image': 'This image file contains something else. Please export it again as an image.',
  'storage-away': 'The storage for images isn’t answering. Nothing was stored. Please try again in a few minutes.',
  'no-space': 'The server is out of space for images. Please free some, then try again.',
} as const

export type UploadReason = keyof typeof UPLOAD_REFUSALS
export type UploadRefusal = Refusal<UploadReason>

export function refuseUpload(reason: UploadReason): UploadRefusal {
  return refuse(reason, UPLOAD_REFUSALS[reason])
}

/** The words of a reason that stands in the address of a page; null if it is none. */
export const uploadWords = (reason: string): string | null =>
  Object.hasOwn(UPLOAD_REFUSALS, reason) ? UPLOAD_REFUSALS[reason as UploadReason] : null
