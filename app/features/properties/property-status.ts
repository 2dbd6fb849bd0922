export const PROPERTY_STATUSES = ['draft', 'published', 'not-bookable', 'unlisted', 'retired'] as const
export type PropertyStatus = (typeof PROPERTY_STATUSES)[number]

/** A status as operators read it, and its meaning. */
export const STATUS_WORDS: Record<PropertyStatus, { label: string; meaning: string }> = {
  draft: { label: 'Draft', meaning: 'Only operators see it.' },
  published: { label: 'Published', meaning: 'Guests find it and book it.' },
  'not-bookable': { label: 'Not bookable', meaning: 'Guests see it, without open dates.' },
  unlisted: { label: 'Unlisted', meaning: 'Only guests with its link can see and book it.' },
  retired: { label: 'Retired', meaning: 'Guests don’t see it anymore. Its bookings stay.' },
}

/** The homes to choose among: not the retired ones, unless one is chosen already. */
export const propertiesInUse = <Property extends { slug: string; status: PropertyStatus }>(
  properties: readonly Property[],
  chosen: string | null = null,
): Property[] => properties.filter(({ slug, status }) => status !== 'retired' || slug === chosen)
