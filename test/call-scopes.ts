import type { Scope } from '#app/shared/roles.ts'

/** The calls of the back office beside its pages, and what they need. */
export const CALL_SCOPES: Record<string, Scope> = {
  'GET /admin/bookings.csv': 'stays:read',
  'GET /admin/history.csv': 'site:read',
  'GET /admin/giveaway/:id/entries.csv': 'contacts:read',
  'GET /admin/newsletter.csv': 'contacts:read',
  'GET /admin/inbox/files/:file': 'contacts:read',
  'GET /api/bookings': 'stays:read',
  'POST /api/bookings/:reference/confirm': 'stays:write',
  'POST /api/bookings/:reference/decline': 'stays:write',
  'GET /api/blocks': 'stays:read',
  'POST /api/blocks': 'stays:write',
  'DELETE /api/blocks/:id': 'stays:write',
  'POST /admin/personal-data.json': 'contacts:read',
  'POST /api/properties': 'content:write',
  'POST /api/objects/attach': 'content:write',
  'DELETE /api/objects/:propertyId/:imagePath{.+}': 'content:write',
  'POST /api/objects/upload': 'content:write',
  'POST /admin/homes/:slug/photo': 'content:write',
  'POST /admin/homes/:slug/photos/upload': 'content:write',
  'POST /admin/site/look/image': 'content:write',
  'POST /admin/site/home/image': 'content:write',
  'POST /admin/site/owners/image': 'content:write',
  'POST /admin/site/contact/image': 'content:write',
  'POST /admin/giveaway/image': 'content:write',
}
