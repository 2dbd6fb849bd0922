import { z } from 'zod'
import { listPricedProperties } from '#app/features/pricing/price-settings.server.ts'
import { propertiesInUse } from '#app/features/properties/property-status.ts'
import { defineChange } from '#app/platform/change/define.server.ts'
import { checkedField } from '#app/platform/change/fields.server.ts'
import { fromRecorded } from '#app/platform/change/recorded.server.ts'
import type { Services } from '#app/platform/services.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { refuse } from '#app/shared/refusal.ts'
import { countOf } from '#app/shared/words.ts'
import { undoPriceChange } from '../change-prices.server.ts'
import { COPIED_PARTS, type CopiedPart, copyFacts, copyPrices, GONE, versionOfAll } from '../copy-prices.server.ts'
import { storedItems, storedPriceFacts } from '../stored-prices.server.ts'

/** The parts to copy and their targets, from the address or a form. */
type CopyInput = { parts: string[]; to: string[] }

const isPart = (text: string): text is CopiedPart => Object.hasOwn(COPIED_PARTS, text)

/** The homes that prices can be copied to, and the changes in the chosen ones. Null if there is no such home. */
export async function getCopyPage(services: Services, slug: string, asked: CopyInput) {
  const properties = await listPricedProperties(services)
  const from = properties.find((property) => property.slug === slug)
  if (!from) return null
  const parts = asked.parts.filter(isPart)
  const others = propertiesInUse(properties).filter((property) => property !== from)
  const chosen = others.filter((property) => asked.to.includes(property.slug))
  return {
    from: { slug: from.slug, name: from.name, version: versionOfAll(from.settings) },
    parts: Object.entries(COPIED_PARTS).map(([part, label]) => ({
      part,
      label,
      isChosen: parts.includes(part as CopiedPart),
    })),
    others: others.map((property) => ({
      slug: property.slug,
      name: property.name,
      isChosen: chosen.includes(property),
    })),
    /** Null until something is chosen. */
    changes:
      parts.length === 0 || chosen.length === 0
        ? null
        : chosen.map(({ slug, name, settings }) => ({
            slug,
            name,
            version: versionOfAll(settings),
            facts: copyFacts(settings, from.settings, parts),
          })),
  }
}

export const NOTHING_CHOSEN = 'Please choose what to copy, and at least one home.'

const copied = z.object({
  part: checkedField(boundedText(100)),
  to: checkedField(boundedText(200)),
  /** The versions of each home's prices when they were compared, by its slug. */
  versions: z.record(boundedText(200), boundedText(100)).default({}),
})

export const copyChanges = {
  copy: defineChange({
    scope: 'prices:write',
    name: 'prices.copied',
    words: fromRecorded(
      { after: storedItems },
      ({ after }) => `Prices copied to ${countOf(Object.keys(after).length, 'home')}`,
    ),
    facts: storedPriceFacts,
    undo: undoPriceChange,
    form: copied,
    run: async (tx, { part, to: chosen, versions }, { services: { clock }, params }) => {
      const reads = { db: tx, clock }
      const properties = await listPricedProperties(reads)
      const from = properties.find((property) => property.slug === params.slug)
      if (!from) return GONE
      const parts = part.filter(isPart)
      const to = properties.filter((property) => property !== from && chosen.includes(property.slug))
      if (parts.length === 0 || to.length === 0) return refuse('refused', NOTHING_CHOSEN)
      const seen = Object.fromEntries([from, ...to].map(({ id, slug }) => [id, versions[slug] ?? '']))
      const made = await copyPrices(reads, { fromId: from.id, parts, toIds: to.map(({ id }) => id), versions: seen })
      if ('ok' in made) return made
      const propertyIds = Object.keys(made.after)
      return propertyIds.length === 0 ? null : { subjectId: from.id, propertyIds, ...made }
    },
  }),
}
