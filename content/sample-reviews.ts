/** Demo reviews, shown as samples and removed on going live (docs/decisions/009). By property slug. */
export const sampleReviews: Record<string, string[]> = {
  'large-luxury': [
    'Three generations, one roof, and nobody fought over a bathroom.',
    'The cousins disappeared into the bunk room on Friday. We saw them again for pancakes.',
    'One long table, two kitchens, and a fire to sit by. That was the whole plan, and it was enough.',
  ],
  'luxury-amenities': [
    'We took a hot tub each. It was the quietest hour of the week.',
    'Sauna, snow, sauna, bed. The kids were asleep before the bunk lights went out.',
    'My father tried the massage chair for ten minutes. That was on Saturday.',
  ],
}
