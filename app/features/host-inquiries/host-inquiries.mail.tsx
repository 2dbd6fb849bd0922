import type { Mail } from '#app/platform/mail/mail.server.ts'
import { DetailTable, type MailSite, mailOf, Paragraph, Quote } from '#app/platform/mail/mail-layout.tsx'
import { greeting } from '#app/shared/greeting.ts'
import { messageReference } from '#app/shared/message-reference.ts'
import type { HostInquiry } from './host-inquiries.ts'

type InquiryDetails = { site: MailSite & { responseTime: string }; id: string; inquiry: HostInquiry }

const bathroomsRow = ({ bathrooms }: HostInquiry): [string, number][] =>
  bathrooms === undefined ? [] : [['Bathrooms', bathrooms]]

/** To the owner. What they wrote is not quoted, because anyone can enter any address; numbers carry no advertisement. */
export function inquiryReceived({ site, id, inquiry }: InquiryDetails): Mail {
  return mailOf({
    site,
    to: inquiry.email,
    template: 'host-inquiry-received',
    unverified: true,
    subject: `Your home and ${site.brand}`,
    replyTo: site.email,
    preheader: 'We’ve got your inquiry, and a real person reads it.',
    heading: 'Thanks for telling us about your home',
    greeting: greeting(inquiry.name),
    lead: `We’ve got your inquiry. A real person reads it and gets back to you, ${site.responseTime}.`,
    body: (
      <>
        <Paragraph>Photos or a calendar help, so reply to this email with whatever you have.</Paragraph>
        <DetailTable
          rows={[
            ['Reference', messageReference(id)],
            ['Bedrooms', inquiry.bedrooms],
            ...bathroomsRow(inquiry),
            ['Maximum guests', inquiry.maxGuests],
          ]}
        />
      </>
    ),
    footer:
      'You’re getting this email because someone entered this address in our form for owners. If that wasn’t you, you won’t hear from us again.',
  })
}

/** To the operator, who answers by replying. */
export function inquiryForOperator({ site, id, inquiry }: InquiryDetails): Mail {
  const { name, email, phone, propertyLocation, bedrooms, bathrooms, maxGuests, airbnbLink, vrboLink } = inquiry
  const given: [string, string | number | undefined][] = [
    ['Name', name],
    ['Email', email],
    ['Phone', phone],
    ['Property location', propertyLocation],
    ['Bedrooms', bedrooms],
    ['Bathrooms', bathrooms],
    ['Maximum guests', maxGuests],
    ['Airbnb', airbnbLink],
    ['Vrbo', vrboLink],
    ['Reference', messageReference(id)],
  ]
  const rows = given.flatMap(([label, value]): [string, React.ReactNode][] =>
    value === undefined ? [] : [[label, <bdi key={label}>{value}</bdi>]],
  )
  return mailOf({
    site,
    to: site.email,
    template: 'host-inquiry',
    subject: `Host inquiry: ${propertyLocation}, ${name}`,
    replyTo: email,
    preheader: `${bedrooms} bedrooms, ${maxGuests} guests`,
    heading: 'An owner offers a home',
    lead: 'Reply to this email to answer.',
    body: (
      <>
        <DetailTable rows={rows} />
        {inquiry.additionalInfo && (
          <div dir="auto">
            <Quote text={inquiry.additionalInfo} />
          </div>
        )}
      </>
    ),
    payload: { from: email },
  })
}
