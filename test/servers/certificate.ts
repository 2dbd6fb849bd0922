import { generateKeyPairSync, sign } from 'node:crypto'

/** One DER element (ITU-T X.690): tag, content length and content. */
function der(tag: number, ...contents: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(contents.map((part) => Buffer.from(part)))
  const { length } = content
  const bytes = length < 0x100 ? [length] : [length >> 8, length & 0xff]
  const lengths = length < 0x80 ? bytes : [0x80 + bytes.length, ...bytes]
  return Buffer.concat([Buffer.from([tag, ...lengths]), content])
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const hex = (text: string) => Buffer.from(text, 'hex')
const ECDSA_WITH_SHA256 = sequence(hex('06082a8648ce3d040302'))

/** A key and a self-signed certificate for a host name. Node can create keys but not certificates. */
export function selfSigned(host: string): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(der(0x31, sequence(hex('0603550403'), der(0x0c, host))))
  const altNames = sequence(hex('0603551d11'), der(0x04, sequence(der(0x82, host))))
  const facts = sequence(
    hex('a003020102'),
    der(0x02, hex('01')),
    ECDSA_WITH_SHA256,
    name,
    sequence(der(0x17, '250101000000Z'), der(0x17, '491231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(altNames)),
  )
  const signature = sign('sha256', facts, privateKey)
  const bytes = sequence(facts, ECDSA_WITH_SHA256, der(0x03, hex('00'), signature)).toString('base64')
  const cert = `-----BEGIN CERTIFICATE-----\n${bytes.replace(/.{1,64}/g, '$&\n')}-----END CERTIFICATE-----\n`
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert }
}
