import type { LegalBodyRecord } from '#app/features/site/site.ts'

/** What the site stores, derived from its tables. Change it together with the code that stores data. */
export const privacy: LegalBodyRecord = {
  lead: 'What {brand} keeps about you, why, and for how long. In short: what you type into a form, and little more.',
  sections: [
    {
      heading: 'About this page',
      paragraphs: [
        'This is the draft that the site comes with. It says truthfully what the site does; it has not been checked by a lawyer. How long each thing is kept stands at the end of this page, and what is older is deleted by itself, every day.',
      ],
    },
    {
      heading: 'What is kept, and why',
      facts: [
        {
          name: 'A booking',
          text: 'Your name, email address, telephone number if you give one, the dates, who comes, your wishes, the price you were told, and the version of the terms you accepted. It is kept to give you the home, and afterwards for the accounts.',
        },
        {
          name: 'A message',
          text: 'Your name, email address, what you wrote, and the home, dates or booking it is about. It is kept so that we can answer.',
        },
        {
          name: 'An owner’s inquiry',
          text: 'Your name, email address, telephone number, and what you tell us about your home. It is kept so that we can answer.',
        },
        {
          name: 'A giveaway entry',
          text: 'Your name, email address, telephone number, state and zip code, whether you asked for news, which channels you shared on, when, and the address on the internet that you shared from, and the version of the rules you accepted. It is kept to draw and tell the winner, to find bonuses that a program collected, and to prove that the drawing was fair.',
        },
        {
          name: 'The newsletter',
          text: 'Your email address, where and when you asked for it, and when you confirmed or ended it. An address that is not confirmed is deleted. After you end it the address stays on a list of those who get no letters; if somebody types it in again, it is asked once more whether it wants them.',
        },
        {
          name: 'Email we send',
          text: 'To whom, when, the subject, and whether it arrived. The links in it that are yours alone are not in that record.',
        },
        {
          name: 'A form sent twice',
          text: 'A random key, or a digest of what you sent, so that pressing twice does nothing twice.',
        },
        {
          name: 'The server’s log',
          text: 'The time, the page and the outcome of each request. It does not hold your address on the internet, what you typed, or links that are yours alone. How often forms are sent from one address is counted for a short time, by its digest, to keep abuse out. Where somebody tries to sign in with a wrong password, the log holds the address on the internet.',
        },
      ],
    },
    {
      heading: 'What is not done',
      items: [
        'No advertising, no tracking and no analytics, ours or anybody else’s.',
        'No cookies for guests. People who work here get one when they sign in.',
        'Nothing is sold. Nobody else gets what you typed, unless a law makes us give it.',
        'No card number reaches us. Where a card is asked for, that page, and no other, loads the script of Stripe, who takes the payment and is told the sum, and your email address where a rest is charged later.',
      ],
    },
    {
      heading: 'On your own device',
      paragraphs: [
        'If you enter the giveaway, your browser remembers the address you entered with, so that it can show your entries again. Clearing the site’s storage in your browser forgets it.',
      ],
    },
    {
      heading: 'What you can ask for',
      paragraphs: [
        'Ask what we keep about you, have it put right, or have it deleted. Write from the address it is about, so that we know it is you. What tax law makes us keep stays until that time is over.',
      ],
    },
  ],
}
