import { attachImage, detachImage } from './images/property-images.server.ts'
import { createProperty } from './new-property.server.ts'

/** The changes of the list of homes and their images, by calls of the API. */
export const propertyChanges = { 'add-home': createProperty, 'attach-image': attachImage, 'detach-image': detachImage }
