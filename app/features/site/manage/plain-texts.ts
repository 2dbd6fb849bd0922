import type { SiteContent } from '../site.ts'

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Both come from schemas, which write their values in one order. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function replaced(stored: unknown, ofSamples: unknown, plain: unknown): unknown {
  if (isSame(stored, ofSamples)) return plain
  if (!isRecord(stored) || !isRecord(ofSamples) || !isRecord(plain)) return stored
  const values = Object.entries(stored).map(([name, value]) => [name, replaced(value, ofSamples[name], plain[name])])
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

/** Texts about the homes that came with the product, and texts that are true of any homes. */
export type SampleTexts = { ofSamples: SiteContent; plain: SiteContent }

/** Replaces texts about the sample homes, value by value. The operator's own texts stay. */
export const withPlainTexts = (stored: SiteContent, { ofSamples, plain }: SampleTexts): SiteContent =>
  replaced(stored, ofSamples, plain) as SiteContent

/** Whether some text is still about the sample homes. */
export const hasSampleTexts = (stored: SiteContent, texts: SampleTexts) =>
  !isSame(withPlainTexts(stored, texts), stored)
