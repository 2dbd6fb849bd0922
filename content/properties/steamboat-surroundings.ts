import type { SurroundingsRecord } from '#app/features/properties/presentation.ts'

/** The valley of the three mountain properties. Texts about one property are its own. */
export const steamboatSurroundings: Omit<SurroundingsRecord, 'text'> = {
  center: [40.466, -106.799],
  miles: 8.2,
  rings: [1, 2, 3],
  places: [
    { name: 'Steamboat Resort gondola base', label: 'Gondola', at: [40.4572, -106.8047], side: 'below' },
    { name: 'Downtown Steamboat Springs', label: 'Downtown', at: [40.485, -106.8317], side: 'right' },
    { name: 'Howelsen Hill', label: 'Howelsen', at: [40.4834, -106.838], side: 'left' },
    { name: 'Mount Werner summit', label: 'Mount Werner', at: [40.4561, -106.7403], side: 'left' },
    { name: 'Strawberry Park Hot Springs', label: 'Hot Springs', at: [40.559, -106.851] },
    { name: 'Yampa Valley Regional Airport (HDN)', label: 'Airport', at: [40.4812, -107.2177] },
  ],
  land: {
    water: [
      {
        wide: 0.06,
        points: [
          [40.41, -106.822],
          [40.422, -106.829],
          [40.434, -106.826],
          [40.446, -106.832],
          [40.459, -106.829],
          [40.471, -106.8275],
          [40.479, -106.831],
          [40.4845, -106.8345],
          [40.492, -106.845],
          [40.499, -106.856],
          [40.503, -106.87],
          [40.5, -106.889],
        ],
      },
      {
        wide: 0.02,
        points: [
          [40.483, -106.765],
          [40.479, -106.781],
          [40.481, -106.796],
          [40.476, -106.81],
          [40.471, -106.8275],
        ],
      },
    ],
    lifts: [
      [
        [40.4572, -106.8047],
        [40.4603, -106.7765],
      ],
    ],
    peaks: [
      { at: [40.503, -106.757], high: 0.5 },
      { at: [40.5, -106.738], high: 0.7 },
      { at: [40.488, -106.75], high: 0.55 },
      { at: [40.482, -106.73], high: 0.75 },
      { at: [40.471, -106.746], high: 0.7 },
      { at: [40.4615, -106.726], high: 0.7 },
      { at: [40.4561, -106.7403], high: 0.95 },
      { at: [40.4555, -106.7625], high: 0.5 },
      { at: [40.444, -106.731], high: 0.75 },
      { at: [40.439, -106.7505], high: 0.6 },
      { at: [40.428, -106.737], high: 0.7 },
      { at: [40.4245, -106.757], high: 0.45 },
    ],
    hills: [
      { at: [40.4715, -106.858], high: 0.6 },
      { at: [40.465, -106.87], high: 0.7 },
      { at: [40.4565, -106.857], high: 0.6 },
      { at: [40.447, -106.868], high: 0.65 },
      { at: [40.505, -106.806], high: 0.4 },
      { at: [40.507, -106.79], high: 0.5 },
    ],
    names: [
      { text: 'Yampa River', at: [40.4275, -106.852] },
      { text: 'Park Range', at: [40.4955, -106.768] },
    ],
  },
}
