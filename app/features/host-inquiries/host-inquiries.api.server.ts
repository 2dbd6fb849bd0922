import { messageApi } from '#app/platform/http/message-form.server.ts'
import { hostInquiryForm } from './host-inquiries.server.ts'

/** Accepts inquiries of owners who offer a property. */
export const hostInquiriesApi = messageApi({
  form: hostInquiryForm,
  path: '/api/host-inquiry',
  summary: 'Sends a host inquiry to the operator',
  description: 'The response is sent once the inquiry is stored. Numbers may be sent as strings.',
  names: { body: 'HostInquiry', response: 'ReceivedInquiry' },
  stored: 'The inquiry is stored',
})
