import { data } from 'react-router'

/** An address of the back office without a page: the frame says so. */
export function loader() {
  throw data(null, { status: 404 })
}

export default function NotFound() {
  return null
}
