import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'

/** Argon2id, beyond the least that OWASP names (19 MiB, two passes). At most four are computed at once, by Node's pool. */
const COST = { algorithm: 2, memoryCost: 32 * 1024, timeCost: 3, parallelism: 1 } as const

const base64 = (bytes: number) => Buffer.alloc(bytes).toString('base64').replaceAll('=', '')
/** No password gives it, and trying one takes as long as with any other. */
const NOBODYS = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${base64(16)}$${base64(32)}`

/** A letter typed on one keyboard as one sign and on another as two is the same letter. */
const asTyped = (password: string) => password.normalize('NFKC')

export function hashPassword(password: string): Promise<string> {
  return hash(asTyped(password), COST)
}

/** Whether it is the password of this hash. Without one it is not, and that takes as long to say. */
export async function isPassword(password: string, passwordHash: string | null): Promise<boolean> {
  return verify(passwordHash ?? NOBODYS, asTyped(password))
}

/** 49,000 passwords by how often they were found in breaches, in small letters. */
const COMMON = new Set(dictionary['passwords-common'])

export function isCommonPassword(password: string): boolean {
  return COMMON.has(asTyped(password).trim().toLowerCase())
}
