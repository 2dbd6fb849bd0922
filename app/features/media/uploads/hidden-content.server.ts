import { open } from 'node:fs/promises'

// Each is so long or so particular that it stands in no ten million bytes of compressed picture by chance. Metadata is XML
// (<?xpacket, <x:xmpmeta) and cameras append films and further pictures: all of these must pass.
const ANYWHERE =
  /<script[\s>/]|<html[\s>]|<!doctype\s|<\?php\s|<iframe\s|http:\/\/www\.w3\.org\/2000\/svg|%pdf-\d\.|__halt_compiler\s*\(/i
const ARCHIVES = ['Rar!\x1a\x07', "7z\xbc\xaf'\x1c"]
/** The record that ends a zip archive (a .jar or .docx too) on one disk; a comment of 65,535 bytes may follow its 22. */
const ZIP_END = 'PK\x05\x06\0\0\0\0'
const ZIP_END_WITHIN = 65_535 + 22

const BLOCK = 256 * 1024
const OVERLAP = 64

/** Whether a file is something else besides a picture: a page, a script, a drawing, a document or an archive that opens by its end. */
export async function hidesForeignContent(file: string): Promise<boolean> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const block = Buffer.alloc(BLOCK)
    for (let at = 0; at < size; at += BLOCK - OVERLAP) {
      const { bytesRead } = await handle.read(block, 0, BLOCK, at)
      const text = block.toString('latin1', 0, bytesRead)
      if (ANYWHERE.test(text) || ARCHIVES.some((archive) => text.includes(archive))) return true
    }
    const { bytesRead } = await handle.read(block, 0, ZIP_END_WITHIN, Math.max(0, size - ZIP_END_WITHIN))
    return block.toString('latin1', 0, bytesRead).includes(ZIP_END)
  } finally {
    await handle.close()
  }
}
