import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { compareSamples } from './nights/compare-listing.server.ts'

export const channelsFeature = defineFeature({
  name: 'channels',
  uses: ['media', 'site', 'properties', 'pricing', 'availability'],
  jobs: [{ queue: 'compare-channels', cron: '40 9 * * *', poll: 60, steps: [compareSamples] }],
})
