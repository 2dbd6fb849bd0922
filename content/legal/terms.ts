import type { LegalBodyRecord } from '#app/features/site/site.ts'

export const terms: LegalBodyRecord = {
  lead: 'What we agree on when you book: the price, the house rules, and what happens when plans change.',
  sections: [
    {
      heading: 'About this page',
      paragraphs: [
        'This is the draft that the site comes with. It describes what the site does, but no lawyer has reviewed it. If something isn’t covered here, ask before you book.',
      ],
    },
    {
      heading: 'Booking',
      paragraphs: [
        'The agreement is between {brand} and you, the person who books. If you pay by card, the stay is booked as soon as your bank approves the payment. Otherwise, pressing the button sends a request and holds your dates. The stay is booked when we confirm it; until then, either of us can cancel at no cost.',
        'The person who books must be an adult, must stay at the home too, and is responsible for everyone in the group.',
      ],
    },
    {
      heading: 'Price and payment',
      paragraphs: [
        'The total you see before you press the button is the full price: nights, cleaning, fees, and taxes, each on its own line. Nothing is added later. If you pay by card, we charge the full price when you book, or a deposit and then the balance on a date we name before you pay. A request costs nothing; we tell you how to pay when we confirm.',
      ],
    },
    {
      heading: 'Cancellation',
      paragraphs: [
        'Each home’s page says how much is refunded and until when. You see it again before you book and on your stay’s page. Days are counted in the home’s time zone. To cancel, use the link in our email, which shows your refund first, or contact us with your reference number. If we have to cancel, you get a full refund.',
      ],
    },
    {
      heading: 'House rules for each home',
      paragraphs: [
        'Each home’s page says when you can check in and out, how many guests it allows, and whether infants and pets are welcome. Those rules are part of this agreement.',
      ],
    },
    {
      heading: 'House rules for every home',
      items: [
        'The home is for your group only, and for no more guests than you booked.',
        'Pets are welcome only in homes that allow them, and only when booked with the stay.',
        'Leave the home as you’d leave a friend’s. If something breaks, tell us; it happens.',
        'If something is damaged on purpose or by breaking these rules, the person who booked pays the cost of repair.',
      ],
    },
    {
      heading: 'If something is wrong',
      paragraphs: [
        'Tell us while you’re there so we can fix it. If a home can’t be used as shown and we can’t fix it, you don’t pay for the nights you couldn’t use.',
        'The law of the place where the home is located applies, and nothing here takes away rights it gives you.',
      ],
    },
  ],
}
