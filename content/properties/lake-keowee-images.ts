import type { UnitRecord } from './property.ts'

export const lakeKeoweeUnit: UnitRecord = {
  id: '29db82b3-e3d1-445e-9ff8-2522847a470d',
  name: 'The cabin',
  images: [
    {
      file: 'lake-keowee-exterior.jpg',
      category: 'recreation',
      caption: 'The cabin from the water',
      alt: 'Timber lake cabin with a glass gable above a rippled lake, dock with two white chairs and three kayaks at golden hour',
    },
    {
      file: 'lake-keowee-dock.jpg',
      category: 'recreation',
      caption: 'The dock, kayaks, and water trampoline',
      alt: 'Wooden dock with two white chairs, three kayaks, and a blue-and-yellow water trampoline on a calm lake',
    },
    {
      file: 'lake-keowee-beach.jpg',
      category: 'recreation',
      caption: 'Fire pit on the beach',
      alt: 'Lakeside fire pit on sand with four Adirondack chairs and string lights at sunset',
    },
    {
      file: 'lake-patio-grill-1.jpg',
      category: 'recreation',
      caption: 'Grill and table under the pergola',
      alt: 'Stone outdoor kitchen with a grill and dining table under a pergola with string lights by the lake',
    },
    {
      file: 'lake-bedroom-1.jpg',
      category: 'bedroom',
      caption: 'A bedroom on the lake side',
      alt: 'White-plank bedroom with a striped blue throw, lake and trees in the window',
    },
    {
      file: 'lake-bedroom-2.jpg',
      category: 'bedroom',
      caption: 'Twin beds, lake window',
      alt: 'White shiplap room with twin beds in blue stripes either side of a lake window',
    },
    {
      file: 'lake-bathroom-1.jpg',
      category: 'bedroom',
      caption: 'Bathroom with a tub and a shower',
      alt: 'White tub under a lake window, blue double vanity with round mirrors and a sea-glass tiled shower',
    },
    {
      file: 'lake-kitchen-1.jpg',
      category: 'kitchen',
      caption: 'Kitchen with a teal island',
      alt: 'White kitchen with a teal island and three teal chairs, lantern pendants, lake in the windows',
    },
    {
      file: 'lake-dining-1.jpg',
      category: 'kitchen',
      caption: 'Dining table, with the dock outside',
      alt: 'Long wooden table with blue chairs in front of wide lake windows, the dock outside',
    },
    {
      file: 'lake-living-1.jpg',
      category: 'living_room',
      caption: 'Living room with a fireplace',
      alt: 'Bright lake living room with a pale stone fireplace, cream sofa, tan armchairs, and lake views',
    },
    {
      file: 'lake-living-2.jpg',
      category: 'living_room',
      caption: 'The corner with the lake view',
      alt: 'Cream sofa with a teal throw in a corner of tall windows overlooking the lake',
    },
  ],
}
