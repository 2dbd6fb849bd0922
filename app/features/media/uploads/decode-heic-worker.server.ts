// The thread that decodes one HEIC file. Plain Node reads this file with types stripped; it is not bundled.
import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { FromThread, ToThread } from './decode-heic.server.ts'

const port = parentPort
if (!port) throw new Error('This file runs as a worker thread only')
const reply = (message: FromThread, moved: ArrayBuffer[] = []) => port.postMessage(message, moved)

const { file, maxPixels, maxMemory } = workerData as ToThread

// Node’s limits do not count the memory of WebAssembly. The decoder reports a refused allocation as a full memory.
const grow = WebAssembly.Memory.prototype.grow
WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
  if (this.buffer.byteLength + pages * 65_536 > maxMemory) throw new RangeError('The photo needs too much memory')
  return grow.call(this, pages)
}

const { default: heif } = await import('libheif-js/wasm-bundle.js')
const bytes = await readFile(file)
reply('loaded')
const decoded = await decode()
reply(decoded, decoded ? [decoded.pixels.buffer] : [])

/** The photo itself, not its thumbnails or the others of a burst. Turned and cropped as the file says. */
async function decode(): Promise<Exclude<FromThread, 'loaded'>> {
  const images = new heif.HeifDecoder().decode(bytes)
  const image = images.find((one) => one.is_primary()) ?? images[0]
  if (!image || image.get_width() * image.get_height() > maxPixels) return null
  const { heif_colorspace_RGB } = heif.heif_colorspace
  const { heif_chroma_interleaved_RGB } = heif.heif_chroma
  const decoded = await heif.heif_js_decode_image2(image.handle, heif_colorspace_RGB, heif_chroma_interleaved_RGB)
  const [plane] = decoded?.channels ?? []
  if (!plane) return null
  const { width, height, stride, data } = plane
  const pixels = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y += 1) {
    pixels.set(data.subarray(y * stride, y * stride + width * 3), y * width * 3)
  }
  return { width, height, pixels }
}
