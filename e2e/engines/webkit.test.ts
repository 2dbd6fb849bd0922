import { test } from '../page.ts'
import { testJourneys } from './journeys.ts'
import { findWebKit, startWebKit } from './webkit.ts'

// Each step has a limit of its own. On a busy machine this driver needs longer for all of them than other tests may take.
test.describe.configure({ timeout: 180_000 })

const binary = findWebKit()
testJourneys('WebKit', binary ? () => startWebKit(binary) : null)
