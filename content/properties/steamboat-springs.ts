/** Texts that the mountain properties share. */
export const steamboatSprings = {
  location: 'Steamboat Springs, Colorado',
  address: 'Steamboat Springs, CO 80487',
  city: 'Steamboat Springs',
  region: 'CO',
  postalCode: '80487',
  theme: 'mountain',
  timeZone: 'America/Denver',
} as const

export const mountainGallery = {
  groups: [
    { category: 'amenities', label: 'Amenities' },
    { category: 'kitchen', label: 'Kitchen' },
    { category: 'living_room', label: 'Living Area' },
    { category: 'rooms', label: 'Bedrooms' },
  ],
  open: 'amenities',
}

export const noImages = 'No images available at this time.'
