import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { and, asc, eq, gt, lte } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '#app/platform/db/database.server.ts'
import { isDatabaseUnavailable } from '#app/platform/db/unavailable.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { passkeyChallenges, passkeys } from './operators.tables.server.ts'
import { hashOf } from './sessions.server.ts'

/** How long a device may take to sign. */
const CHALLENGE_MS = 5 * 60_000
const RESPONSE_LENGTH = 20_000
/** The format of a device that was asked for no attestation. Others have certificates, whose lists would be fetched. */
const FORMATS = ['none', 'packed']

/**
 * EdDSA, ES256 and RS256 (COSE): all that devices use. For a newer one, the library needs an experimental feature of
 * Node.
 */
const ALGORITHMS = [-8, -7, -257]

/**
 * It takes a third of a second and 26 MB, which a start need not wait for. In a bundle, its polyfill would come too
 * late.
 */
async function library() {
  await import('reflect-metadata')
  return { ...(await import('@simplewebauthn/server')), ...(await import('@simplewebauthn/server/helpers')) }
}

type PasskeyServices = Pick<Services, 'config' | 'db' | 'clock'>
type Passkey = typeof passkeys.$inferSelect

const encoded = z.base64url().min(1).max(RESPONSE_LENGTH)

/** A device's answer, as JSON in the field of a form. */
const jsonField = <Answer extends z.ZodType>(answer: Answer) =>
  boundedText(RESPONSE_LENGTH)
    .transform((text, context) => {
      try {
        return JSON.parse(text) as unknown
      } catch {
        context.addIssue('This isn’t JSON')
        return z.NEVER
      }
    })
    .pipe(answer)

const credential = { id: encoded, rawId: encoded, type: z.literal('public-key') }

/** The answer of a device that signs in with a passkey. */
export const assertionField = jsonField(
  z.object({
    ...credential,
    response: z.object({
      clientDataJSON: encoded,
      authenticatorData: encoded,
      signature: encoded,
      userHandle: encoded.optional(),
    }),
  }),
)

/** The answer of a device that has created a passkey. */
export const attestationField = jsonField(
  z.object({
    ...credential,
    response: z.object({
      clientDataJSON: encoded,
      attestationObject: encoded,
      transports: z.array(z.string().max(40)).max(10).optional(),
    }),
  }),
)

const siteOf = ({ config }: Pick<Services, 'config'>) => {
  return { origin: config.siteUrl, rpID: new URL(config.siteUrl).hostname }
}

/** The account in a passkey: nothing about a person. */
const handleOf = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex')

/** Stores a challenge for a device to sign. Expired challenges are deleted. */
async function storeChallenge({ db, clock }: PasskeyServices, challenge: string, userId: string | null) {
  const now = clock.now()
  await db.delete(passkeyChallenges).where(lte(passkeyChallenges.expiresAt, now))
  const expiresAt = new Date(now.getTime() + CHALLENGE_MS)
  await db.insert(passkeyChallenges).values({ challengeHash: hashOf(challenge), userId, expiresAt })
}

/** Uses a challenge up, right or wrong: of two who send it, the second gets null. */
async function consumeChallenge({ db, clock }: PasskeyServices, challenge: string) {
  const isOpen = gt(passkeyChallenges.expiresAt, clock.now())
  const isIt = and(eq(passkeyChallenges.challengeHash, hashOf(challenge)), isOpen)
  const [taken] = await db.delete(passkeyChallenges).where(isIt).returning()
  return taken ?? null
}

/** The library's check. It throws for any invalid answer. */
async function checked<Result>(check: () => Promise<Result>): Promise<Result | null> {
  try {
    return await check()
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    return null
  }
}

export const listPasskeys = (db: Tx, userId: string): Promise<Passkey[]> =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt), asc(passkeys.id))

const descriptors = (known: Passkey[]) => known.map(({ id, transports }) => ({ id, transports }))

/** The options for creating a passkey for this account in a browser. */
export async function passkeyToMake(
  services: PasskeyServices,
  { id, name, brand }: { id: string; name: string; brand: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library()
  const options = await generateRegistrationOptions({
    rpName: brand,
    rpID: siteOf(services).rpID,
    userName: name,
    userID: handleOf(id),
    timeout: CHALLENGE_MS,
    excludeCredentials: descriptors(await listPasskeys(services.db, id)),
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await storeChallenge(services, options.challenge, id)
  return options
}

/** The stored form of a new passkey for this account; null if anything about it is wrong. */
export function checkNewPasskey(
  services: PasskeyServices,
  userId: string,
  sent: z.output<typeof attestationField>,
): Promise<Pick<Passkey, 'id' | 'publicKey' | 'counter' | 'transports'> | null> {
  return checked(async () => {
    const { decodeAttestationObject, isoBase64URL, verifyRegistrationResponse } = await library()
    const format = decodeAttestationObject(isoBase64URL.toBuffer(sent.response.attestationObject)).get('fmt')
    if (!FORMATS.includes(format)) return null
    const { origin, rpID } = siteOf(services)
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...sent, clientExtensionResults: {} } satisfies RegistrationResponseJSON,
      expectedChallenge: async (challenge) => (await consumeChallenge(services, challenge))?.userId === userId,
      expectedOrigin: origin,
      expectedRPID: rpID,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!registrationInfo) return null
    const { id, publicKey, counter } = registrationInfo.credential
    const { transports = [] } = sent.response
    return { id, publicKey: isoBase64URL.fromBuffer(publicKey), counter, transports }
  })
}

/**
 * The options for signing in with a passkey in a browser. `userId`: the account that is signed in already, and confirms
 * it with a passkey.
 */
export async function passkeyToUse(
  services: PasskeyServices,
  userId: string | null,
): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const { generateAuthenticationOptions } = await library()
  const known = userId === null ? null : await listPasskeys(services.db, userId)
  if (known?.length === 0) return null
  const options = await generateAuthenticationOptions({
    rpID: siteOf(services).rpID,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    ...(known && { allowCredentials: descriptors(known) }),
  })
  await storeChallenge(services, options.challenge, userId)
  return options
}

/** Whether this passkey has signed the challenge of this site, just now and once. It then counts as used. */
export async function isSignedBy(
  services: PasskeyServices,
  passkey: Passkey,
  sent: z.output<typeof assertionField>,
): Promise<boolean> {
  const { id, userId, counter, transports } = passkey
  const { userHandle } = sent.response
  if (userHandle && userHandle !== handleOf(userId).toString('base64url')) return false
  const { origin, rpID } = siteOf(services)
  const used = await checked(async () => {
    const { verifyAuthenticationResponse } = await library()
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...sent, clientExtensionResults: {} },
      expectedChallenge: async (challenge) => {
        const taken = await consumeChallenge(services, challenge)
        return taken !== null && (taken.userId === null || taken.userId === userId)
      },
      expectedOrigin: origin,
      expectedRPID: rpID,
      credential: { id, counter, transports, publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')) },
    })
    return verified ? authenticationInfo.newCounter : null
  })
  if (used === null) return false
  // Another sign-in may have moved the counter meanwhile.
  const isSame = and(eq(passkeys.id, id), eq(passkeys.counter, counter))
  const change = { counter: used, lastUsedAt: services.clock.now() }
  return (await services.db.update(passkeys).set(change).where(isSame).returning({ id: passkeys.id })).length > 0
}
