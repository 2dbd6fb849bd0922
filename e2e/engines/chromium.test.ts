import { testJourneys } from './journeys.ts'
import { startChromium } from './puppeteer.ts'

// Chromium's other journeys prove the same in more detail.
if (process.env.TEST_ALL) testJourneys('Chromium', startChromium)
