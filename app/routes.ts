import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Only the development server has it. */
const design = process.env.NODE_ENV === 'development' ? [route('design', 'pages/design.tsx')] : []

/** Every page of the site. */
export default [
  layout('shell/shell.tsx', [
    index('pages/home.tsx'),
    route('search', 'pages/search.tsx'),
    route('compare', 'pages/compare.tsx'),
    route('contact', 'pages/contact.tsx'),
    route('host-with-us', 'pages/host-with-us.tsx'),
    route('test', 'pages/test.tsx'),
    route('staycation', 'pages/giveaway.tsx'),
    route('staycation/rules', 'pages/giveaway-rules.tsx'),
    route('staycation/draw/:id', 'pages/giveaway-draw.tsx'),
    ...['privacy', 'terms', 'accessibility'].map((kind) => route(kind, 'pages/legal.tsx', { id: kind })),
    route('newsletter', 'pages/newsletter.tsx'),
    route('newsletter/:step/:token', 'pages/newsletter-link.tsx'),
    route('property/:slug', 'pages/property.tsx'),
    route('quotes/:token', 'pages/quote.tsx'),
    route('stay/:token', 'pages/stay.tsx'),
    route('sign-in', 'pages/sign-in.tsx'),
    route('sign-out', 'pages/sign-out.tsx'),
    ...design,
    route('*', 'pages/not-found.tsx'),
  ]),
  layout('shell/admin-shell.tsx', [
    route('admin', 'pages/admin/today.tsx'),
    route('admin/bookings', 'pages/admin/bookings.tsx'),
    route('admin/bookings/new', 'pages/admin/new-booking.tsx'),
    route('admin/bookings/:reference', 'pages/admin/booking.tsx'),
    route('admin/bookings/:reference/move', 'pages/admin/move-booking.tsx'),
    route('admin/calendar', 'pages/admin/calendar.tsx'),
    route('admin/decline-texts', 'pages/admin/decline-texts.tsx'),
    route('admin/inbox', 'pages/admin/inbox.tsx'),
    route('admin/history', 'pages/admin/history.tsx'),
    route('admin/calendars', 'pages/admin/calendars.tsx'),
    route('admin/turnovers', 'pages/admin/turnovers.tsx'),
    route('admin/more', 'pages/admin/more.tsx'),
    route('admin/search', 'pages/admin/search.tsx'),
    route('admin/homes', 'pages/admin/homes.tsx'),
    route('admin/homes/:slug/prices', 'pages/admin/prices.tsx'),
    route('admin/homes/:slug/why', 'pages/admin/why.tsx'),
    route('admin/homes/:slug/copy', 'pages/admin/copy-prices.tsx'),
    route('admin/codes', 'pages/admin/codes.tsx'),
  ]),
  route('turnovers/:secret', 'pages/turnovers.tsx'),
  route('session', 'pages/session.ts'),
  route('embed/book/:propertyId', 'pages/embed-book.tsx'),
  route('embed/pay/:token', 'pages/embed-pay.tsx'),
  route('embed/results', 'pages/embed-results.tsx'),
] satisfies RouteConfig
