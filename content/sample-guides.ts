import type { arrivalGuides } from '#app/features/properties/properties.tables.server.ts'

type Guide = Omit<typeof arrivalGuides.$inferInsert, 'propertyId' | 'sample'>

/** Telephone numbers of this form are reserved for fiction. */
const NIGHT_PHONE = { mountain: '(970) 555-0142', lake: '(864) 555-0142' }

const everyProperty = (place: 'driveway' | 'lot') =>
  `The thermostat is in the hall. Trash goes into the bins beside the ${place}; the lids lock, so that the wildlife goes elsewhere.\n\nOn your last morning, start the dishwasher, leave used towels in the bathrooms, and lock the door behind you.`

const mountainTips =
  'Rent skis the evening before; the shops at the base are quiet after 5 PM.\n\nLift tickets cost less online, up to the night before. The free city bus runs between the base and downtown until late.'

/** Arrival guides that the demo invents, shown as samples and removed on going live (docs/decisions/009). By property slug. */
export const sampleGuides: Record<string, Guide> = {
  'large-luxury': {
    directions:
      'From Yampa Valley Regional Airport it is a drive of about 40 minutes: follow US 40 east into Steamboat Springs, then the signs to the resort.\n\nThe home is a short way from the gondola. Follow the lanterns to the deck; the light is on when you arrive.',
    parking: 'Four cars fit in the driveway, and the charger is at its end. Please keep the street clear for the plow.',
    doorCode: '2468#',
    wifiName: 'Large-Luxury',
    wifiPassword: 'pool-table-22',
    houseManual: `The door between the condos has a hook that holds it open. The switch for the hot tub is on the deck, behind the cover.\n\n${everyProperty('driveway')}`,
    localTips: mountainTips,
    nightContact: 'our on-call host',
    nightPhone: NIGHT_PHONE.mountain,
  },
  'luxury-amenities': {
    directions:
      'From Yampa Valley Regional Airport it is a drive of about 40 minutes: follow US 40 east into Steamboat Springs, then the signs to the resort.\n\nThe home is on the upper side of the mountain village. Take the wide steps to the deck; the door is under the glass gable.',
    parking: 'Three cars fit in the driveway. Please keep the street clear for the plow.',
    doorCode: '1357#',
    wifiName: 'Two-Hot-Tubs',
    wifiPassword: 'string-lights-8',
    houseManual: `The sauna takes 30 minutes to warm up. Both hot tubs stay on; please put the covers back.\n\n${everyProperty('driveway')}`,
    localTips: mountainTips,
    nightContact: 'our on-call host',
    nightPhone: NIGHT_PHONE.mountain,
  },
  'spacious-condo': {
    directions:
      'From Yampa Valley Regional Airport it is a drive of about 40 minutes: follow US 40 east into Steamboat Springs, then the signs to the resort.\n\nThe lantern path starts at the lot and ends at the front door. The elevator is on the left.',
    parking: 'Two spaces in the lot. The passes hang inside the door; put one in each window.',
    doorCode: '9753#',
    wifiName: 'Lantern-Path',
    wifiPassword: 'green-island-9',
    houseManual: `The door code also opens the hot tub gate, until 10 PM.\n\n${everyProperty('lot')}`,
    localTips: mountainTips,
    nightContact: 'our on-call host',
    nightPhone: NIGHT_PHONE.mountain,
  },
  'lake-keowee': {
    directions:
      'From Greenville-Spartanburg Airport it is a drive of about an hour: follow US 123 west to Seneca, then SC 130 north.\n\nThe last half mile is gravel. Turn at the blue paddle; the cabin is at the end.',
    parking: 'Six cars fit in the driveway. Boat trailers go on the gravel to the left.',
    doorCode: '8642#',
    wifiName: 'Cabin-By-The-Cove',
    wifiPassword: 'blue-paddle-14',
    houseManual: `Life jackets are in the box on the dock, in every size. Please bring the kayaks up to the beach at night.\n\n${everyProperty('driveway')}`,
    localTips:
      'The nearest boat rental is by the bridge; reserve a day ahead in summer.\n\nFor groceries, Seneca is the closest town. Devils Fork State Park has the best swimming after a rainy week.',
    nightContact: 'our on-call host',
    nightPhone: NIGHT_PHONE.lake,
  },
}
