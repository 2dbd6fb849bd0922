import type { UnitRecord } from './property.ts'

export const luxuryAmenitiesUnit: UnitRecord = {
  id: 'b0346098-e09a-49ba-880d-81654e1891f9',
  name: 'The home',
  images: [
    {
      file: 'luxury-amenities-exterior.jpg',
      category: 'amenities',
      caption: 'The home at dusk',
      alt: 'Twin gray-timber townhomes with glowing glass gables, two hot tubs, a fire pit, and string lights on a shared deck at dusk',
    },
    {
      file: 'mountain-b-hot-tub-1.jpg',
      category: 'amenities',
      caption: 'Two hot tubs under the pergola',
      alt: 'Two steaming hot tubs side by side under a snow-capped pergola strung with lights',
    },
    {
      file: 'mountain-b-sauna-1.jpg',
      category: 'amenities',
      caption: 'Sauna',
      alt: 'Wooden sauna with two benches, towels, and a stove of hot stones',
    },
    {
      file: 'mountain-b-massage-chair-1.jpg',
      category: 'amenities',
      caption: 'Massage chair',
      alt: 'Leather massage chair beside a lamp, snowy forest in the window',
    },
    {
      file: 'mountain-b-game-room-1.jpg',
      category: 'amenities',
      caption: 'Game room: foosball and arcade machines',
      alt: 'Foosball table under brass pendants with three arcade machines and a leather sofa',
    },
    {
      file: 'mountain-b-kitchen-1.jpg',
      category: 'kitchen',
      caption: 'Kitchen with a marble island',
      alt: 'Green kitchen with a marble island, leather stools, and round glass pendants',
    },
    {
      file: 'mountain-b-living-1.jpg',
      category: 'living_room',
      caption: 'Living room with a fireplace',
      alt: 'Living room with a stacked-stone linear fireplace, gray sofa, leather armchairs, and wide windows onto snowy firs',
    },
    {
      file: 'mountain-b-bedroom-1.jpg',
      category: 'rooms',
      caption: 'A bedroom with a tall window',
      alt: 'Bedroom with a tufted gray headboard and an orange throw, dusk in the tall window',
    },
    {
      file: 'mountain-b-bunkroom-1.jpg',
      category: 'rooms',
      caption: 'Bunk room, a light over every bunk',
      alt: 'Two wooden bunk beds with ladders and reading lights along a weathered-wood wall, leather bench on a patterned rug',
    },
    {
      file: 'mountain-b-bathroom-1.jpg',
      category: 'rooms',
      caption: 'Bathroom with a tub and a glass shower',
      alt: 'White freestanding tub below a mountain window, teal double vanity with round brass mirrors and a brass-framed glass shower',
    },
  ],
}
