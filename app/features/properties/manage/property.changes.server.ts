import { attachImage, detachImage } from './images/property-images.server.ts'
import { createProperty } from './new-property.server.ts'

export const propertyChanges = { 'add-home': createProperty, 'attach-image': attachImage, 'detach-image': detachImage }
