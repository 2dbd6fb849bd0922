import sharp from 'sharp'

/** Resembles a landscape photo from a camera: large soft shapes under fine grain. */
export async function image(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const shapes = await sharp(await grain(64, 48, 255))
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .blur(3)
    .png({ compressionLevel: 1 })
    .toBuffer()
  const fine = await sharp(await grain(1000, 750, 40))
    .resize(width, height, { fit: 'fill' })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return new Uint8Array(
    await sharp(shapes)
      .composite([{ input: fine, blend: 'soft-light' }])
      .jpeg({ quality: 88 })
      .toBuffer(),
  )
}

/** A JPEG of about this many bytes and few pixels: only noise. */
export async function noisyImage(bytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const side = Math.round(Math.sqrt(bytes / 3.35))
  const noise = await sharp(await grain(side, side, 255))
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .toBuffer()
  return new Uint8Array(Buffer.concat([noise, Buffer.alloc(Math.max(0, bytes - noise.length))]))
}

/** The same noise in each run, as PNG. */
async function grain(width: number, height: number, depth: number): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3)
  let state = 42
  for (let at = 0; at < pixels.length; at += 1) {
    state = (state * 1664525 + 1013904223) >>> 0
    pixels[at] = 128 + (((state >>> 24) - 128) * depth) / 255
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer()
}
