import { testJourneys } from './journeys.ts'
import { startChromium } from './puppeteer.ts'

testJourneys('Chromium', startChromium)
