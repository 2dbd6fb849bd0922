import {
  COPIED_PARTS,
  type CopiedPart,
  copyFacts,
  copyPrices,
  versionOfAll,
} from '#app/features/pricing/copy-prices.server.ts'
import { listPricedHomes } from '#app/features/pricing/price-settings.server.ts'
import type { Operator } from '#app/platform/http/operator-access.server.ts'
import type { Services } from '#app/platform/services.server.ts'

/** What to copy and where, as the address or a form says it. */
type CopyAsked = { parts: string[]; to: string[] }

const isPart = (text: string): text is CopiedPart => Object.hasOwn(COPIED_PARTS, text)

/** The homes that prices can be copied to, and what that changes in those that are chosen; null if there is no such home. */
export async function getCopyPage(services: Services, slug: string, asked: CopyAsked) {
  const homes = await listPricedHomes(services)
  const from = homes.find((home) => home.slug === slug)
  if (!from) return null
  const parts = asked.parts.filter(isPart)
  const others = homes.filter((home) => home !== from)
  const chosen = others.filter((home) => asked.to.includes(home.slug))
  return {
    from: { slug: from.slug, name: from.name, version: versionOfAll(from.settings) },
    parts: Object.entries(COPIED_PARTS).map(([part, label]) => ({
      part,
      label,
      isChosen: parts.includes(part as CopiedPart),
    })),
    others: others.map((home) => ({ slug: home.slug, name: home.name, isChosen: chosen.includes(home) })),
    /** Null until something is chosen. */
    changes:
      parts.length === 0 || chosen.length === 0
        ? null
        : chosen.map(({ slug, name, settings }) => ({
            ...{ slug, name, version: versionOfAll(settings) },
            facts: copyFacts(settings, from.settings, parts),
          })),
  }
}

export const COPY_REFUSALS = {
  'changed-since':
    'The prices of one of these homes were changed meanwhile. Nothing was copied; look at what differs now.',
  'not-found': 'One of these homes is gone. Nothing was copied.',
  nothing: 'Please choose what to copy, and at least one home.',
}
export type CopyRefusal = keyof typeof COPY_REFUSALS

/** Copies what a form asks for. */
export async function copyFromForm(
  services: Services,
  { slug, form, by }: { slug: string; form: FormData; by: Operator },
): Promise<{ ok: true; changeId: string | null } | { ok: false; reason: CopyRefusal }> {
  const homes = await listPricedHomes(services)
  const from = homes.find((home) => home.slug === slug)
  const parts = form.getAll('part').map(String).filter(isPart)
  const to = homes.filter((home) => home !== from && form.getAll('to').includes(home.slug))
  if (!from) return { ok: false, reason: 'not-found' }
  if (parts.length === 0 || to.length === 0) return { ok: false, reason: 'nothing' }
  const versions = Object.fromEntries(
    [from, ...to].map((home) => [home.id, String(form.get(`version-${home.slug}`) ?? '')]),
  )
  return copyPrices(services, { fromId: from.id, parts, toIds: to.map(({ id }) => id), versions, by })
}
