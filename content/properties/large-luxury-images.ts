import type { UnitRecord } from './property.ts'

export const largeLuxuryUnits: UnitRecord[] = [
  {
    id: '6c9f99dd-469d-4b29-a59a-537c15ebe4e0',
    name: 'First condo',
    images: [
      {
        file: 'large-luxury-exterior.jpg',
        category: 'amenities',
        caption: 'The lodge at dusk',
        alt: 'Dark timber lodge with a tall stone chimney and a glowing glass gable, lantern path in the snow, pink-lit peaks behind at blue dusk',
      },
      {
        file: 'mountain-a-hot-tub-1.jpg',
        category: 'amenities',
        caption: 'Hot tub on the deck',
        alt: 'Steaming wood-clad hot tub on a deck beside a log wall, string lights overhead, and alpine peaks behind snowy firs',
      },
      {
        file: 'mountain-a-hot-tub-summer.jpg',
        category: 'amenities',
        caption: 'The deck on a summer evening',
        alt: 'Wood-clad hot tub on a deck on a summer evening, string lights overhead, flowering meadow, aspens, firs, and peaks behind',
      },
      {
        file: 'mountain-summer-exterior.jpg',
        category: 'amenities',
        caption: 'The lodge in summer',
        alt: 'Timber lodge with a glowing glass gable in late summer sun, wildflower meadow, two mountain bikes by a rail fence, snow-streaked peaks behind',
      },
      {
        file: 'mountain-summer-trail.jpg',
        category: 'amenities',
        caption: 'The trail in summer',
        alt: 'Dirt trail winding through wildflowers and aspens toward rocky peaks, wooden signpost, red mountain bike leaning on a rail fence',
      },
      {
        file: 'mountain-a-kitchen-1.jpg',
        category: 'kitchen',
        caption: 'First kitchen',
        alt: 'Wood kitchen with a marble island and three leather stools, steel refrigerator, snowy firs in the windows',
      },
      {
        file: 'mountain-a-living-1.jpg',
        category: 'living_room',
        caption: 'First living room',
        alt: 'Log-walled great room with a tall stone fireplace, two-tier chandelier, and leather sofa, snow peaks at dusk in the tall windows',
      },
      {
        file: 'mountain-a-bedroom-1.jpg',
        category: 'rooms',
        caption: 'A bedroom with the peaks outside',
        alt: 'Log-walled bedroom with a red throw and plaid pillows, peaks in the window',
      },
      {
        file: 'mountain-a-bathroom-1.jpg',
        category: 'rooms',
        caption: 'Bathroom with a copper tub',
        alt: 'Bathroom with a copper freestanding tub under a window onto snowy forest, wood double vanity, and a slate-tiled glass shower',
      },
    ],
  },
  {
    id: '74ded699-e8af-459b-bce0-2306cb932c43',
    name: 'Second condo',
    images: [
      {
        file: 'mountain-a-game-room-1.jpg',
        category: 'amenities',
        caption: 'Game room: pool table, three arcade machines',
        alt: 'Pool table under green pendants, three arcade machines glowing behind it, snow in the window',
      },
      {
        file: 'mountain-a-kitchen-2.jpg',
        category: 'kitchen',
        caption: 'Second kitchen',
        alt: 'Marble kitchen island with fruit and glasses under gray pendants, mountains in the window',
      },
      {
        file: 'mountain-a-living-2.jpg',
        category: 'living_room',
        caption: 'Second living room',
        alt: 'Stone fireplace between tall windows, sofas and plaid pillows around a low table, two-tier chandelier overhead',
      },
      {
        file: 'mountain-a-dining-1.jpg',
        category: 'living_room',
        caption: 'The long dining table',
        alt: 'Long dining table set under an iron chandelier, wide window onto snowy forest',
      },
      {
        file: 'mountain-a-bunkroom-1.jpg',
        category: 'rooms',
        caption: 'Bunk room',
        alt: 'Bunk room with wooden bunks and ladders on both sides, leather bench on a red rug',
      },
    ],
  },
]
