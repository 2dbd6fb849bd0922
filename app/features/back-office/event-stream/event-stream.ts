import type { ChangedArea } from '#app/shared/changed-areas.ts'
import type { Rail } from '../rail.ts'

/** The stream of events, and what an open page reads after one. */
export const EVENTS_PATH = '/admin/events'
export const RAIL_PATH = '/admin/rail.json'

/**
 * Says that something changed, and nothing of what: loaders know who may see it. `version` stands for all data. `areas`
 * is what changed after `since`. Whoever knows another version than that has missed events.
 */
export type ChangeEvent = { version: string; since: string; areas: ChangedArea[] }

/** The frame’s current numbers, and the version of the data they were read from, or an earlier one. */
export type FreshRail = { version: string; rail: Rail }
