/** Sharp at 4.5rem on a phone with three pixels for each. */
const WIDTH = 216

let last: Promise<unknown> = Promise.resolve()

/**
 * A file as a thumbnail, in an address of its own. No file stays open, and nothing has to be revoked. One after
 * another, because each is as large as its pixels while it is decoded. Null for files that the browser cannot draw.
 */
export function createThumbnail(file: Blob): Promise<string | null> {
  const thumbnail = last.then(() => draw(file).catch(() => null))
  last = thumbnail
  return thumbnail
}

async function draw(file: Blob): Promise<string | null> {
  const bitmap = await createImageBitmap(file, { resizeWidth: WIDTH, resizeQuality: 'medium' })
  const canvas = document.createElement('canvas')
  // An engine may leave the bitmap as large as it is.
  canvas.width = WIDTH
  canvas.height = Math.round((bitmap.height * WIDTH) / bitmap.width)
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas.toDataURL('image/jpeg', 0.7)
}
