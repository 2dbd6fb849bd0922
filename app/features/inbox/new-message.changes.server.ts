import { z } from 'zod'
import { defineChange } from '#app/platform/change/define.server.ts'
import { boundedText } from '#app/shared/input/bounded-text.ts'
import { emailInput } from '#app/shared/input/typed-input.ts'
import { answerText, placeholderIn } from './answer-text.server.ts'
import { ensureConversation } from './ensure-conversation.server.ts'
import { sendAnswer } from './send-answer.server.ts'

/** An operator writes first. */
export const newMessageChanges = {
  start: defineChange({
    scope: 'contacts:write',
    name: 'conversation.begun',
    words: 'New message sent',
    facts: {},
    undo: 'The message was sent by email.',
    form: z.object({
      key: z.guid(),
      to: emailInput('Please enter a valid email address, or choose a guest above'),
      subject: boundedText(150, 'Please keep this to 150 characters').trim().min(1, 'Please enter a subject'),
      text: answerText('Please write a message'),
    }),
    once: 'new-message',
    reused: 'This message was sent before with other words. Look at it in the inbox.',
    run: async (tx, { to, subject, text }, { services, by, now }) => {
      const unfilled = placeholderIn(text)
      if (unfilled) return unfilled
      const email = to.toLowerCase()
      const id = await ensureConversation(tx, { email, name: '', now })
      await sendAnswer(tx, { services, by, now }, { person: { id, email }, subject, text, answers: null })
      return { subjectId: id, answer: { to: `/admin/inbox/${id}` } }
    },
  }),
}
