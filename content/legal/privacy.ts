import type { LegalBodyRecord } from '#app/features/site/site.ts'

/** The stored data of the site, derived from its tables. Change it together with the code that stores data. */
export const privacy: LegalBodyRecord = {
  lead: 'What {brand} keeps about you, why, and for how long. In short: what you type into a form, and little else.',
  sections: [
    {
      heading: 'About this page',
      paragraphs: [
        'This is the draft that the site comes with. It describes what the site actually does, but no lawyer has reviewed it. The end of this page says how long we keep each thing. Anything older is deleted automatically, every day.',
      ],
    },
    {
      heading: 'What we keep, and why',
      facts: [
        {
          name: 'A booking',
          text: 'Your name, email address, phone number if you give one, the dates, your group, your special requests, the price we quoted, and the version of the terms you accepted. We keep it to host your stay and, afterward, for our accounting.',
        },
        {
          name: 'A message',
          text: 'Your name, email address, what you wrote, and the home, dates, or booking it’s about. We keep it so we can answer.',
        },
        {
          name: 'An owner’s inquiry',
          text: 'Your name, email address, phone number, and what you tell us about your home. We keep it so we can answer.',
        },
        {
          name: 'A giveaway entry',
          text: 'Your name, email address, phone number, state and zip code, whether you asked for news, which channels you shared on, when and from which IP address, and the version of the rules you accepted. We keep it to draw and notify the winner, to spot bonus entries collected by bots, and to prove that the drawing was fair.',
        },
        {
          name: 'The newsletter',
          text: 'Your email address, where and when you signed up, and when you confirmed or unsubscribed. We delete addresses that aren’t confirmed. After you unsubscribe, your address stays on a do-not-email list; if someone signs it up again, we send one email to ask you to confirm.',
        },
        {
          name: 'Email we send',
          text: 'Who it went to, when, the subject, and whether it arrived. Your private links aren’t in that record.',
        },
        {
          name: 'A form sent twice',
          text: 'A random key, or a digest of what you sent, so that pressing a button twice doesn’t send anything twice.',
        },
        {
          name: 'The server’s log',
          text: 'The time, the page, and the outcome of each request. It doesn’t hold your IP address, what you typed, or your private links. To prevent abuse, we briefly count how often forms are sent from one IP address, by its digest. If someone tries to sign in with a wrong password, the log holds the IP address.',
        },
      ],
    },
    {
      heading: 'What we don’t do',
      items: [
        'No advertising, no tracking, and no analytics, ours or anyone else’s.',
        'No cookies for guests. Our staff get one when they sign in.',
        'We don’t sell anything about you. No one else gets what you typed unless the law requires it.',
        'Your card number never reaches us. Only the payment page loads a script from Stripe, which takes the payment and gets the amount, plus your email address if a balance is charged later.',
      ],
    },
    {
      heading: 'On your own device',
      paragraphs: [
        'The homes that you mark with the heart are saved in your browser alone: we don’t see which. A booking that you have begun is remembered there, too, until you close the tab.',
        'If you enter the giveaway, your browser remembers the address you entered with, so it can show your entries again. Clearing the site’s storage in your browser removes it.',
      ],
    },
    {
      heading: 'Your choices',
      paragraphs: [
        'You can ask what we keep about you, have it corrected, or have it deleted. Write from the email address it’s about so we know it’s you. What tax law requires us to keep stays until that time is up.',
      ],
    },
  ],
}
