// The thread that runs the embedded database. Plain Node reads this file with types stripped; it is not bundled.
import { parentPort, workerData } from 'node:worker_threads'
import { answerRequest, type EmbeddedRequest, limitCompiler } from './embedded-answer.server.ts'
import { openDirectory } from './embedded-files.server.ts'
import type { EmbeddedReply } from './embedded-process.server.ts'
import { findBrokenAnswer } from './protocol-answer.server.ts'

const port = parentPort
if (!port) throw new Error('This file runs as a worker thread only')

limitCompiler()
const { pg } = await openDirectory(workerData as string)
const reply = (message: EmbeddedReply) => port.postMessage(message)

// One request at a time, in order: a session reset must not overtake the session's last statement.
let turn: Promise<void> = Promise.resolve()
port.on('message', (request: EmbeddedRequest) => {
  turn = turn.then(async () => {
    try {
      const bytes = await answerRequest(pg, request)
      const broken = request.kind === 'protocol' ? findBrokenAnswer(bytes) : null
      reply(broken ? { error: broken.message, code: broken.code } : { bytes })
    } catch (error) {
      reply({ error: error instanceof Error ? error.message : String(error) })
    }
  })
})
reply({ bytes: new Uint8Array() })
