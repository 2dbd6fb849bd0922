import { testJourneys } from './journeys.ts'
import { findFirefox, startFirefox } from './puppeteer.ts'

const binary = findFirefox()
testJourneys('Firefox', binary ? () => startFirefox(binary) : null)
