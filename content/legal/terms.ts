import type { LegalBodyRecord } from '#app/features/site/site.ts'

export const terms: LegalBodyRecord = {
  lead: 'What you and we agree on when you book: the price, the house rules, and what happens when plans change.',
  sections: [
    {
      heading: 'About this page',
      paragraphs: [
        'This is the draft that the site comes with. It says what the site does; it has not been checked by a lawyer. If something is not said here, ask before you book.',
      ],
    },
    {
      heading: 'Booking',
      paragraphs: [
        'The agreement is between you, who book, and {brand}. Where you pay by card, the stay is agreed as soon as your bank has agreed to the payment. Otherwise pressing the button sends a request and keeps the nights for you; the stay is agreed when we confirm it, and until then either side can let it go at no cost.',
        'Whoever books is an adult, stays there too, and answers for everyone who comes along.',
      ],
    },
    {
      heading: 'Price and payment',
      paragraphs: [
        'The total you see before you press the button is the whole price: nights, cleaning, fees and taxes, each on a line of its own. Nothing is added later. A card is charged the whole price when you book, or a deposit, and the rest on a day that is named before you pay. A request charges nothing; we tell you how to pay when we confirm.',
      ],
    },
    {
      heading: 'Cancellation',
      paragraphs: [
        'What comes back, and until when, stands on the page of each home, and is said again before you book and in our mail. Days are counted in the time zone of the home. To cancel, use the page behind the link in our mail, which says first what comes back, or write to us with the reference of your booking. If we have to cancel, you get everything back.',
      ],
    },
    {
      heading: 'House rules of each home',
      paragraphs: [
        'When you can check in and out, how many guests may come, and whether infants and pets may, stands on the page of each home. Those rules are part of this agreement.',
      ],
    },
    {
      heading: 'House rules everywhere',
      items: [
        'The home is for those who were named as guests, and for as many as were booked.',
        'Animals only where the home takes them, and booked with the stay.',
        'Leave the home as you would a friend’s. Tell us what breaks; it happens.',
        'What is broken on purpose, or by breaking these rules, is paid for by whoever booked, at what it costs to put right.',
      ],
    },
    {
      heading: 'When something is wrong',
      paragraphs: [
        'Tell us while you are there, so that we can put it right. If a home cannot be used as it was shown and we cannot mend that, you pay nothing for the nights that you could not use.',
        'The law of the place where the home stands applies, and nothing here takes a right away that it gives you.',
      ],
    },
  ],
}
