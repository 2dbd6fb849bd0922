import { defineFeature } from '#app/platform/feature/define-feature.server.ts'
import { READ_QUEUE } from './bookings/announcement.server.ts'
import { readBookings } from './bookings/read-bookings.server.ts'
import { channelsApi } from './channels.api.server.ts'
import { channelsTasks } from './channels.tasks.server.ts'
import { connectionChanges } from './manage/connection.changes.server.ts'
import { listingChanges } from './manage/listing.changes.server.ts'
import { platformChanges } from './manage/platform.changes.server.ts'
import { compareSamples } from './nights/compare-listing.server.ts'

export const channelsFeature = defineFeature({
  name: 'channels',
  uses: ['media', 'site', 'properties', 'pricing', 'availability', 'bookings', 'manage'],
  api: [channelsApi],
  changes: [connectionChanges, listingChanges, platformChanges],
  tasks: channelsTasks,
  jobs: [
    { queue: 'compare-channels', cron: '40 9 * * *', poll: 60, steps: [compareSamples] },
    { queue: READ_QUEUE, cron: '* * * * *', poll: 5, steps: [readBookings] },
  ],
})
