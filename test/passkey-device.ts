import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** The difference from an honest answer. */
type Lie = { origin?: string; rpId?: string; challenge?: string; flags?: number; counter?: number; format?: string }

const PRESENT_AND_VERIFIED = 0x05
const HAS_CREDENTIAL = 0x40
const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest()
const uint32 = (value: number) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value])

/** A device that holds one passkey (WebAuthn Level 3, ES256), as a browser at `origin` would use it. */
export function passkeyDevice(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  let counter = 0
  let userHandle: string | undefined

  const clientData = (type: string, challenge: string, lie: Lie) =>
    Buffer.from(JSON.stringify({ type, challenge: lie.challenge ?? challenge, origin: lie.origin ?? origin }))
  function authenticatorData(flags: number, lie: Lie, credential: Buffer = Buffer.alloc(0)) {
    counter += 1
    const place = sha256(lie.rpId ?? new URL(origin).hostname)
    return Buffer.concat([place, Buffer.from([lie.flags ?? flags]), uint32(lie.counter ?? counter), credential])
  }
  const answer = (response: Record<string, unknown>) =>
    JSON.stringify({ id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key', response })

  return {
    id: id.toString('base64url'),
    /** Makes the passkey. */
    make({ challenge, user }: { challenge: string; user: { id: string } }, lie: Lie = {}): string {
      userHandle = user.id
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const length = Buffer.from([0, id.length])
      const credential = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)])
      const authData = new Uint8Array(authenticatorData(PRESENT_AND_VERIFIED | HAS_CREDENTIAL, lie, credential))
      const attestation = new Map<string, string | Map<string, never> | Uint8Array<ArrayBuffer>>([
        ['fmt', lie.format ?? 'none'],
        ['attStmt', new Map<string, never>()],
        ['authData', authData],
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge, lie).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
        transports: ['internal'],
      })
    },
    /** Signs in with it. */
    use({ challenge }: { challenge: string }, lie: Lie = {}): string {
      const said = clientData('webauthn.get', challenge, lie)
      const data = authenticatorData(PRESENT_AND_VERIFIED, lie)
      return answer({
        clientDataJSON: said.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, sha256(said)]), privateKey).toString('base64url'),
        userHandle,
      })
    },
  }
}
