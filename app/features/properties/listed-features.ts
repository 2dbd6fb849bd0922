/**
 * The amenities that Google's vacation rental markup has names for, and the words of an amenity that mean them. What a home's
 * own words do not say is not claimed; pets are left out because the home's limit says whether they may come.
 * Source: https://developers.google.com/search/docs/appearance/structured-data/vacation-rental
 */
const FEATURES = {
  ac: /\bair[- ]condition/,
  airportShuttle: /\bairport (?:shuttle|transfer)/,
  balcony: /\bbalcon(?:y|ies)\b/,
  beachAccess: /\bpublic beach\b|\bbeach access\b/,
  childFriendly: /\bchild(?:ren)?\b|\bkids?\b/,
  crib: /\bcribs?\b/,
  elevator: /\belevators?\b/,
  fireplace: /\bfireplaces?\b/,
  freeBreakfast: /\bbreakfast included\b|\bfree breakfast\b/,
  gymFitnessEquipment: /\bgym\b|\bfitness\b/,
  heating: /\bheating\b/,
  hotTub: /\bhot tubs?\b/,
  ironingBoard: /\bironing boards?\b/,
  kitchen: /(?<!\boutdoor )\bkitchens?\b/,
  microwave: /\bmicrowaves?\b/,
  outdoorGrill: /\bgrills?\b|\bbarbecues?\b|\bbbq\b/,
  ovenStove: /\bovens?\b|\bcooktops?\b|^range\b/,
  patio: /\bpatios?\b|\bdecks?\b|\bterraces?\b/,
  pool: /\bpools?\b(?! table)/,
  privateBeachAccess: /\bprivate beach\b/,
  selfCheckinCheckout: /\bself[- ]check-?in\b/,
  smokingAllowed: /\bsmoking allowed\b/,
  tv: /\btvs?\b|\btelevisions?\b/,
  washerDryer: /\bwashers?\b|\blaundry\b|(?<!\bhair )\bdryers?\b/,
  wheelchairAccessible: /\bwheelchair[- ]accessible\b/,
  wifi: /\bwi-?fi\b/,
} as const

type ListedFeature = keyof typeof FEATURES

/** The names of what these amenities are, each once. An amenity that says what is not there means none. */
export function listedFeatures(amenities: readonly string[]): ListedFeature[] {
  const said = amenities
    .map((amenity) => amenity.toLowerCase())
    .filter((amenity) => !/\b(?:no|not|without)\b/.test(amenity))
  const names = Object.keys(FEATURES) as ListedFeature[]
  return names.filter((name) => said.some((amenity) => FEATURES[name].test(amenity)))
}
