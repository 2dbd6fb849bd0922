/** Encodings that messages declare wrongly: bytes of others were sent as these. */
const DOUBTFUL = /^(?:utf-?8|us-ascii|ascii|ansi_x3\.4-1968|default|unknown|x-unknown|unknown-8bit|x-user-defined)$/i
const TEXT_TYPE = /^content-type:[ \t]*text\/(?:plain|html)\b/i
const NAMED = /;[ \t]*charset[ \t]*=[ \t]*(?:"([^"]{1,40})"|([^\s;"]{1,40}))/i
const IN_HTML = /<meta\b[^>]{0,200}?\bcharset[ \t]{0,9}=[ \t]{0,9}["']?([\w.:-]{2,40})/i
const BOUNDARY = /;\s{0,20}boundary\s{0,9}=\s{0,9}(?:"([^"\r\n]{1,100})"|([^\s;"]{1,100}))/gi
const MOST_LOOKED_AT = 1_000_000

/**
 * The same email, in which each text names the encoding that it has. Many programs name it in the HTML alone, or
 * nowhere. Bytes that are UTF-8 are that. Others have the encoding that the email names elsewhere, or else
 * Windows-1252, that of Western Europe.
 */
export function nameCharsets(source: Uint8Array): Uint8Array {
  const text = Buffer.from(source.buffer, source.byteOffset, source.byteLength).toString('latin1')
  const blocks = headersOf(text)
  const elsewhere = blocks.map((block) => namedIn(text, block)).find((name) => name !== null) ?? 'windows-1252'
  let done = 0
  let result = ''
  for (const block of blocks) {
    result += text.slice(done, block.start) + rewritten(text, block, elsewhere)
    done = block.end
  }
  return Buffer.from(result + text.slice(done), 'latin1')
}

type Block = { start: number; end: number; bodyEnd: number }

/** Where the headers of the email and of its parts are, and where each part ends. */
function headersOf(text: string): Block[] {
  const names = Array.from(text.matchAll(BOUNDARY), ([, quoted, bare]) => `--${quoted ?? bare}`)
  const boundaries = new Set(names.flatMap((name) => [name, `${name}--`]))
  const lines = [...text.matchAll(/^--[^\r\n]{1,200}$/gm)].filter(([line]) => boundaries.has(line.trimEnd()))
  const parts = lines.filter(([line]) => names.includes(line.trimEnd()))
  const starts = [0, ...parts.map(({ index, 0: line }) => text.indexOf('\n', index + line.length) + 1)]
  return starts
    .filter((start, at) => at === 0 || start > 0)
    .map((start) => {
      const next = lines.find(({ index }) => index >= start)
      return { start, end: endOfHeaders(text, start), bodyEnd: next ? next.index : text.length }
    })
}

function endOfHeaders(text: string, start: number): number {
  if (/^\r?\n/.test(text.slice(start, start + 2))) return start
  const gap = /\r?\n\r?\n/g
  gap.lastIndex = start
  return gap.exec(text)?.index ?? text.length
}

/** The headers of a block, each with the lines that continue it. */
const fieldsOf = (text: string, { start, end }: Block) =>
  end === start ? [] : text.slice(start, end).split(/\r?\n(?![ \t])/)

function namedIn(text: string, block: Block): string | null {
  const type = fieldsOf(text, block).find((field) => TEXT_TYPE.test(field))
  if (type === undefined) return null
  const [, quoted, bare] = NAMED.exec(type) ?? []
  const inHeader = known(quoted ?? bare)
  if (inHeader && !DOUBTFUL.test(inHeader)) return inHeader
  const [, inHtml] = /text\/html/i.test(type) ? (IN_HTML.exec(bytesOf(text, block).toString('latin1')) ?? []) : []
  const name = known(inHtml)
  return name && !DOUBTFUL.test(name) && !/^utf-?16/i.test(name) ? name : null
}

function known(name: string | undefined): string | null {
  if (name === undefined) return null
  try {
    new TextDecoder(name)
    return name
  } catch {
    return null
  }
}

/** The bytes of a part, without its transfer encoding. */
function bytesOf(text: string, block: Block): Buffer {
  const body = text.slice(block.end, Math.min(block.bodyEnd, block.end + MOST_LOOKED_AT))
  const [, encoding = ''] = /^content-transfer-encoding:\s*([\w-]+)/im.exec(text.slice(block.start, block.end)) ?? []
  if (encoding.toLowerCase() === 'base64') return Buffer.from(body, 'base64')
  if (encoding.toLowerCase() !== 'quoted-printable') return Buffer.from(body, 'latin1')
  const plain = body
    .replace(/=\r?\n/g, '')
    .replace(/=([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(plain, 'latin1')
}

/** The last bytes may be half a letter where a long part is cut. */
function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: bytes.byteLength >= MOST_LOOKED_AT / 2 })
    return true
  } catch {
    return false
  }
}

/** The headers with the encoding of the text, and in UTF-8 themselves. */
function rewritten(text: string, block: Block, elsewhere: string): string {
  const fields = fieldsOf(text, block)
  const newLine = text.slice(block.start, block.end + 2).includes('\r\n') ? '\r\n' : '\n'
  const charsetOf = () => charsetIn(text, block) ?? elsewhere
  if (!fields.some((field) => /^content-type:/i.test(field)) && !isUtf8(bytesOf(text, block)))
    fields.push(`Content-Type: text/plain; charset="${charsetOf()}"`)
  const named = fields.map((field) => {
    if (!TEXT_TYPE.test(field)) return inUtf8(field, elsewhere)
    const [, quoted, bare] = NAMED.exec(field) ?? []
    const name = quoted ?? bare ?? ''
    // A name that only the reader of emails knows stays.
    if (name !== '' && !DOUBTFUL.test(name)) return field
    return field.replace(NAMED, '').replace(TEXT_TYPE, (start) => `${start}; charset="${charsetOf()}"`)
  })
  return named.join(newLine) + (block.end === block.start && named.length > 0 ? newLine : '')
}

/** Which encoding the bytes of a text have; null if they do not show it. An escape is of ISO-2022. */
function charsetIn(text: string, block: Block): string | null {
  const bytes = bytesOf(text, block)
  const isPlain = bytes.every((byte) => byte < 0x80)
  if (!isPlain && isUtf8(bytes)) return 'utf-8'
  const own = namedIn(text, block)
  return own ?? (isPlain && !bytes.includes(0x1b) ? 'utf-8' : null)
}

function inUtf8(field: string, charset: string): string {
  const bytes = Buffer.from(field, 'latin1')
  if (isUtf8(bytes)) return field
  return Buffer.from(new TextDecoder(charset).decode(bytes), 'utf8').toString('latin1')
}
