import { testJourneys } from './journeys.ts'
import { findWebKit, startWebKit } from './webkit.ts'

const binary = findWebKit()
testJourneys('WebKit', binary ? () => startWebKit(binary) : null)
