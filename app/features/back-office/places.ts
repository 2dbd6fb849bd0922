/** The sections of the back office, in a bar at the bottom of a phone. */
export const PLACES = [
  { to: '/admin', label: 'Today' },
  { to: '/admin/bookings', label: 'Bookings' },
  { to: '/admin/calendar', label: 'Calendar' },
  { to: '/admin/inbox', label: 'Inbox' },
  { to: '/admin/more', label: 'More' },
]

/** What is needed less than every day. */
export const MORE = [
  { to: '/admin/homes', label: 'Homes', detail: 'Pages, photos, prices, rules, and the arrival guide' },
  { to: '/admin/decline-texts', label: 'Decline messages', detail: 'What a guest reads when you decline' },
  { to: '/admin/codes', label: 'Promo codes', detail: 'Their use and what they brought' },
  { to: '/admin/turnovers', label: 'Turnovers', detail: 'Homes to be made ready, links for cleaners, and damage' },
  { to: '/admin/calendars', label: 'Calendars of other sites', detail: 'Their age, conflicts, and addresses' },
  { to: '/admin/import', label: 'Import', detail: 'Bookings and prices from a CSV file of another system' },
  { to: '/admin/set-up', label: 'Set up', detail: 'What is left to do before the first guest' },
  { to: '/admin/site', label: 'Site', detail: 'Name, logo, color, every text, and how guests pay' },
  { to: '/admin/giveaway', label: 'Giveaway', detail: 'Its rules and page, and the drawing of the winner' },
  { to: '/admin/legal', label: 'Legal pages', detail: 'Privacy, terms, and accessibility, by version' },
  { to: '/admin/history', label: 'History', detail: 'Who changed what, and Undo' },
]
