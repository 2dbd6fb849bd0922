import { testJourneys } from './journeys.ts'
import { startChromium } from './puppeteer.ts'

// Chromium's own journeys prove these steps; here they prove that the steps are right.
if (process.env.TEST_ALL) testJourneys('Chromium', startChromium)
