import { useEffect } from 'react'
import { forgetBooking } from './stored-booking.ts'

/** On the page of a stay that was taken back, declined or ran out: the card says no more that its nights are the guest's. */
export function ForgetBooking({ stayPath }: { stayPath: string }) {
  useEffect(() => forgetBooking(stayPath), [stayPath])
  return null
}
