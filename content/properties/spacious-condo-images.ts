import type { UnitRecord } from './property.ts'

export const spaciousCondoUnit: UnitRecord = {
  id: '68da3685-cc4a-4635-8ec1-a70812eee6d7',
  name: 'The condo',
  images: [
    {
      file: 'spacious-condo-exterior.jpg',
      category: 'amenities',
      caption: 'The building and the chairlift',
      alt: 'Four-story timber lodge building with three gables and lit windows, lantern path, and a chairlift climbing the snowy slope',
    },
    {
      file: 'condo-hot-tub-1.jpg',
      category: 'amenities',
      caption: 'The shared hot tub',
      alt: 'Shared hot tub steaming on a stone patio with lanterns, string lights, and pink peaks at dusk',
    },
    {
      file: 'condo-kitchen-1.jpg',
      category: 'kitchen',
      caption: 'Kitchen with a green island',
      alt: 'Cream kitchen with a deep green island, three leather stools, black range hood, and a snowy forest in the window',
    },
    {
      file: 'condo-living-1.jpg',
      category: 'living_room',
      caption: 'Living room with a fireplace',
      alt: 'Condo living room with a stone fireplace, cream sofa with green plaid pillows and a window onto a snowy dusk forest',
    },
    {
      file: 'condo-dining-1.jpg',
      category: 'living_room',
      caption: 'Round table for four',
      alt: 'Round table set for four under a dome pendant, wood sideboard, and a mountain picture on a plank wall',
    },
    {
      file: 'condo-bedroom-1.jpg',
      category: 'rooms',
      caption: 'A bedroom with mountain views',
      alt: 'Bedroom with an upholstered headboard, green throw and plaid pillows, snow peaks in the side window',
    },
    {
      file: 'condo-bedroom-2.jpg',
      category: 'rooms',
      caption: 'Twin beds',
      alt: 'Twin beds with green throws either side of a window onto snowy firs',
    },
    {
      file: 'condo-bathroom-1.jpg',
      category: 'rooms',
      caption: 'Bathroom with a walk-in shower',
      alt: 'Sage-tiled bathroom with a wood double vanity, black-framed glass shower, and a window onto snowy peaks',
    },
  ],
}
