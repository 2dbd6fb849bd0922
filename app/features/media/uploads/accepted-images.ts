import { anyOf } from '#app/shared/words.ts'

/** 10 MB, as shown beside each field for images. */
export const MAX_UPLOAD_BYTES = 10_485_760

type Accepted = {
  name: string
  types: string[]
  /** Some browsers leave the type of a file empty. */
  extensions: string[]
  /** Whether the first bytes of a file, one character each, are of this kind. */
  begins: (head: string) => boolean
}

/** The accepted types: the one list for fields, their notes, refusals before sending, and the server. */
const ACCEPTED = {
  jpeg: {
    name: 'JPEG',
    types: ['image/jpeg'],
    extensions: ['jpg', 'jpeg', 'jfif'],
    begins: (head) => head.startsWith('\xff\xd8\xff'),
  },
  png: {
    name: 'PNG',
    types: ['image/png'],
    extensions: ['png'],
    begins: (head) => head.startsWith('\x89PNG\r\n\x1a\n'),
  },
  webp: {
    name: 'WebP',
    types: ['image/webp'],
    extensions: ['webp'],
    begins: (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8),
  },
  avif: {
    name: 'AVIF',
    types: ['image/avif'],
    extensions: ['avif'],
    begins: (head) => head.startsWith('ftyp', 4) && /avi[fs]/.test(head.slice(8)),
  },
  heic: {
    name: 'HEIC',
    types: ['image/heic', 'image/heif'],
    extensions: ['heic', 'heif'],
    begins: (head) => head.startsWith('ftyp', 4) && /he(ic|ix|im|is)/.test(head.slice(8)),
  },
  gif: {
    name: 'GIF',
    types: ['image/gif'],
    extensions: ['gif'],
    begins: (head) => /^GIF8[79]a/.test(head),
  },
  tiff: {
    name: 'TIFF',
    types: ['image/tiff'],
    extensions: ['tif', 'tiff'],
    begins: (head) => head.startsWith('II*\0') || head.startsWith('MM\0*'),
  },
} satisfies Record<string, Accepted>

export type ImageKind = keyof typeof ACCEPTED

const list: [ImageKind, Accepted][] = Object.entries(ACCEPTED) as [ImageKind, Accepted][]

/** The kind of a file by its first bytes, one character each; null if it is not accepted. */
export const kindOf = (head: string): ImageKind | null => list.find(([, { begins }]) => begins(head))?.[0] ?? null

export const IMAGE_TYPES: string[] = list.flatMap(([, { types }]) => types)

export const IMAGE_ACCEPT = IMAGE_TYPES.join(',')

/** `JPEG, PNG, WebP, AVIF, GIF, or TIFF`. */
export const IMAGE_NAMES = anyOf(list.map(([, { name }]) => name))

function isAccepted({ name, type }: Pick<File, 'name' | 'type'>): boolean {
  if (type) return IMAGE_TYPES.includes(type)
  const extension = name.split('.').at(-1)?.toLowerCase() ?? ''
  return list.some(([, { extensions }]) => extensions.includes(extension))
}

/** Why a file is not sent at all; null if it may be. */
export function refusalOfFile(file: Pick<File, 'name' | 'type' | 'size'>): string | null {
  const { size } = file
  if (!isAccepted(file)) return `This isn’t a photo that can be read here. Please use ${IMAGE_NAMES}.`
  if (size === 0) return 'This file is empty. Please choose another photo.'
  if (size <= MAX_UPLOAD_BYTES) return null
  return `This photo has ${(size / 1_048_576).toFixed(1)} MB, and the limit is 10 MB. Please save it smaller.`
}
