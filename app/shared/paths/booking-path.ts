/** The page of a booking in the back office. */
export const bookingPath = (reference: string) => `/admin/bookings/${reference}`
