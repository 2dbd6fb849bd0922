import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Writes a `.br` and a `.gz` beside every text asset of a folder, at the highest level, to be served as they are. */
export async function compressAssets(folder: string): Promise<void> {
  for (const file of globSync('**/*.{js,css,svg,json,txt,webmanifest}', { cwd: folder })) {
    const source = path.join(folder, file)
    const bytes = await readFile(source)
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
    await writeFile(`${source}.br`, await brotli(bytes, { params }))
    await writeFile(`${source}.gz`, await zip(bytes, { level: 9 }))
  }
}
