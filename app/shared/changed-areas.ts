/** What a change is about. An open page of the back office loads its data again if it shows one of them. */
export const CHANGED_AREAS = ['content', 'nights', 'stays', 'messages'] as const

/** The name of an area. */
export type ChangedArea = (typeof CHANGED_AREAS)[number]
