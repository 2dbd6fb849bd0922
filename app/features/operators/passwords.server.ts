import { hash, verify } from '@node-rs/argon2'
import type { PasswordCost, Services } from '#app/platform/services.server.ts'

/** Node's thread pool computes at most four hashes at once. */
const ARGON2ID = { algorithm: 2, parallelism: 1 } as const

type Costs = Pick<Services, 'passwordCost'>

const base64 = (bytes: number) => Buffer.alloc(bytes).toString('base64').replaceAll('=', '')
/** A hash that no password matches; verifying against it takes as long as with any other. */
const nobodysHash = ({ memoryCost, timeCost }: PasswordCost) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${ARGON2ID.parallelism}$${base64(16)}$${base64(32)}`

/** Different keyboards encode the same accented character differently: normalize it. */
export const asTyped = (password: string) => password.normalize('NFKC')

export function hashPassword({ passwordCost }: Costs, password: string): Promise<string> {
  return hash(asTyped(password), { ...ARGON2ID, ...passwordCost })
}

/** Whether the password matches this hash. Without a hash it does not, in the same time. */
export async function isPassword(
  { passwordCost }: Costs,
  { password, passwordHash }: { password: string; passwordHash: string | null },
): Promise<boolean> {
  return verify(passwordHash ?? nobodysHash(passwordCost), asTyped(password))
}
