import type { SurroundingsRecord } from '#app/features/properties/presentation.ts'

export const lakeKeoweeSurroundings: SurroundingsRecord = {
  text: 'The cabin is at the lower end of Lake Keowee, which runs north for miles of coves to the foothills of the Blue Ridge. Towns are to the south; everything else is woods.',
  center: [34.818, -82.93],
  miles: 27,
  rings: [5, 10],
  places: [
    { name: 'Keowee-Toxaway State Park', label: 'Keowee-Toxaway', at: [34.93, -82.8831], side: 'right' },
    { name: 'Clemson', label: 'Clemson', at: [34.685, -82.8147], side: 'right' },
    { name: 'Seneca', label: 'Seneca', at: [34.6842, -82.9558], side: 'left' },
    { name: 'Devils Fork State Park, on Lake Jocassee', label: 'Devils Fork', at: [34.9529, -82.9476], side: 'left' },
    { name: 'Oconee State Park', label: 'Oconee', at: [34.8664, -83.1041], side: 'right' },
    { name: 'Greenville-Spartanburg Airport (GSP)', label: 'Airport', at: [34.8957, -82.2189] },
  ],
  land: {
    water: [
      // The Keowee arm, from the dam north, and its coves.
      {
        wide: 1.4,
        points: [
          [34.803, -82.888],
          [34.82, -82.89],
          [34.84, -82.883],
          [34.862, -82.886],
          [34.882, -82.88],
          [34.9, -82.885],
        ],
      },
      {
        wide: 1.4,
        end: 0.4,
        points: [
          [34.9, -82.885],
          [34.915, -82.893],
          [34.932, -82.894],
          [34.945, -82.905],
          [34.957, -82.917],
        ],
      },
      {
        wide: 0.75,
        end: 0.2,
        points: [
          [34.825, -82.888],
          [34.829, -82.866],
          [34.836, -82.856],
        ],
      },
      {
        wide: 0.8,
        end: 0.2,
        points: [
          [34.852, -82.884],
          [34.856, -82.862],
          [34.864, -82.846],
        ],
      },
      {
        wide: 0.85,
        end: 0.25,
        points: [
          [34.876, -82.882],
          [34.878, -82.86],
          [34.888, -82.84],
        ],
      },
      {
        wide: 0.7,
        end: 0.18,
        points: [
          [34.895, -82.883],
          [34.906, -82.864],
          [34.918, -82.857],
        ],
      },
      {
        wide: 0.65,
        end: 0.18,
        points: [
          [34.93, -82.894],
          [34.942, -82.876],
          [34.952, -82.862],
        ],
      },
      {
        wide: 0.75,
        end: 0.2,
        points: [
          [34.858, -82.886],
          [34.864, -82.905],
          [34.874, -82.916],
        ],
      },
      {
        wide: 0.65,
        end: 0.18,
        points: [
          [34.893, -82.884],
          [34.903, -82.91],
          [34.914, -82.925],
        ],
      },
      // The canal, and the Little River arm with its coves.
      {
        wide: 0.25,
        points: [
          [34.812, -82.89],
          [34.81, -82.906],
          [34.806, -82.922],
        ],
      },
      {
        wide: 1.35,
        points: [
          [34.744, -82.921],
          [34.762, -82.927],
          [34.782, -82.924],
          [34.804, -82.928],
          [34.822, -82.94],
        ],
      },
      {
        wide: 1.35,
        end: 0.25,
        points: [
          [34.822, -82.94],
          [34.838, -82.953],
          [34.854, -82.96],
          [34.87, -82.976],
        ],
      },
      {
        wide: 0.85,
        end: 0.25,
        points: [
          [34.756, -82.925],
          [34.747, -82.95],
          [34.735, -82.963],
          [34.722, -82.968],
        ],
      },
      {
        wide: 0.75,
        end: 0.2,
        points: [
          [34.768, -82.927],
          [34.769, -82.955],
          [34.776, -82.978],
        ],
      },
      {
        wide: 0.75,
        end: 0.2,
        points: [
          [34.798, -82.928],
          [34.806, -82.955],
          [34.818, -82.975],
        ],
      },
      {
        wide: 0.65,
        end: 0.18,
        points: [
          [34.842, -82.954],
          [34.853, -82.94],
          [34.862, -82.936],
        ],
      },
      // Below the dams: the rivers that become Lake Hartwell.
      {
        wide: 0.2,
        points: [
          [34.795, -82.886],
          [34.77, -82.892],
          [34.745, -82.889],
          [34.722, -82.893],
        ],
      },
      {
        wide: 0.15,
        points: [
          [34.74, -82.918],
          [34.727, -82.906],
          [34.712, -82.888],
        ],
      },
      {
        wide: 0.8,
        points: [
          [34.722, -82.893],
          [34.706, -82.876],
          [34.692, -82.852],
          [34.672, -82.846],
          [34.648, -82.85],
        ],
      },
      // Lake Jocassee, above the upper dam.
      {
        wide: 0.9,
        points: [
          [34.965, -82.923],
          [34.98, -82.94],
          [34.995, -82.95],
        ],
      },
      {
        wide: 0.75,
        end: 0.2,
        points: [
          [34.974, -82.935],
          [34.962, -82.943],
        ],
      },
    ],
    hills: [
      { at: [34.83, -83.145], high: 1.7 },
      { at: [34.852, -83.148], high: 1.9 },
      { at: [34.868, -83.128], high: 1.6 },
      { at: [34.89, -83.14], high: 2.1 },
      { at: [34.905, -83.105], high: 2 },
      { at: [34.922, -83.07], high: 1.9 },
      { at: [34.928, -83.125], high: 2.2 },
      { at: [34.95, -83.09], high: 2.3 },
      { at: [34.962, -83.045], high: 1.9 },
      { at: [34.958, -82.82], high: 1.5 },
      { at: [34.963, -82.775], high: 1.9 },
      { at: [34.955, -82.735], high: 1.6 },
    ],
    names: [
      { text: 'Lake Keowee', at: [34.85, -82.795] },
      { text: 'Blue Ridge', at: [34.892, -83.05] },
      { text: 'Lake Hartwell', at: [34.716, -82.785] },
    ],
  },
}
