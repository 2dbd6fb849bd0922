import { MAX_UPLOAD_BYTES } from './uploads/upload-refusals.ts'

/** What the upload dialog holds to. The server judges each file by its bytes all the same. */
export const UPLOAD = {
  endpoint: '/api/objects/upload',
  maxBytes: MAX_UPLOAD_BYTES,
  types: ['image/*'],
  timeoutMs: 30_000,
  atOnce: 5,
  retries: 3,
  messageMs: 5_000,
}

/** Whether the same upload may succeed when it is sent again; 0 is no answer at all. */
export function mayRetry(status: number): boolean {
  return [0, 408, 429, 502, 503, 504].includes(status)
}

/**
 * What the camera offers: photos where pictures are allowed, recordings where videos are that this browser can make. So
 * nothing is recorded that is refused afterwards (docs/features/media.md).
 */
export function cameraModes(
  types: readonly string[],
  canRecord: (type: string) => boolean,
): ('picture' | 'video-only')[] {
  const photos = types.some((type) => type.startsWith('image/'))
  const videos = types.some((type) => type === 'video/*' || (type.startsWith('video/') && canRecord(type)))
  return [...(photos ? (['picture'] as const) : []), ...(videos ? (['video-only'] as const) : [])]
}

/** What to tell of an upload that was refused: the server's own words, where it had any. */
export function refusalOf(status: number, answer: string): string {
  try {
    const { message } = JSON.parse(answer) as { message?: unknown }
    if (typeof message === 'string' && message) return message
  } catch {
    // A proxy's page, say.
  }
  return `The server answered ${status}.`
}
