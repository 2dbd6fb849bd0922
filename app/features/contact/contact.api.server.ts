import { messageApi } from '#app/platform/http/message-form.server.ts'
import { contactForm } from './contact.server.ts'

/** Accepts messages to the operator. */
export const contactApi = messageApi({
  form: contactForm,
  path: '/api/contact',
  summary: 'Sends a message to the operator',
  description:
    '`propertyId` is the slug of a property, or `none`. `checkIn` and `checkOut` are the dates in question, `stayToken` identifies the booking. The response is sent once the message is stored.',
  names: { body: 'ContactMessage', response: 'ReceivedMessage' },
  stored: 'The message is stored',
})
