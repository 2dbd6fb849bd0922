import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import type { PasswordCost, Services } from '#app/platform/services.server.ts'

/** At most four hashes are computed at once, by Node's pool. */
const ARGON2ID = { algorithm: 2, parallelism: 1 } as const

type Costs = Pick<Services, 'passwordCost'>

const base64 = (bytes: number) => Buffer.alloc(bytes).toString('base64').replaceAll('=', '')
/** No password gives it, and trying one takes as long as with any other. */
const nobodysHash = ({ memoryCost, timeCost }: PasswordCost) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${ARGON2ID.parallelism}$${base64(16)}$${base64(32)}`

/** A letter typed on one keyboard as one sign and on another as two is the same letter. */
const asTyped = (password: string) => password.normalize('NFKC')

export function hashPassword({ passwordCost }: Costs, password: string): Promise<string> {
  return hash(asTyped(password), { ...ARGON2ID, ...passwordCost })
}

/** Whether it is the password of this hash. Without one it is not, and that takes as long to say. */
export async function isPassword(
  { passwordCost }: Costs,
  { password, passwordHash }: { password: string; passwordHash: string | null },
): Promise<boolean> {
  return verify(passwordHash ?? nobodysHash(passwordCost), asTyped(password))
}

/** 49,000 passwords by how often they were found in breaches, in small letters. */
const COMMON = new Set(dictionary['passwords-common'])

export function isCommonPassword(password: string): boolean {
  return COMMON.has(asTyped(password).trim().toLowerCase())
}
