import { useContext, useMemo, useState } from 'react'
import { Outlet, UNSAFE_DataRouterDataContext as RouterData, useLocation } from 'react-router'

/**
 * The open page. Its answer to a form stays while the page is loaded again by itself, with the input that was refused.
 * The router would drop it.
 */
export function PageWithAnswer() {
  const data = useContext(RouterData)
  const { key } = useLocation()
  const present = data?.actionData ?? null
  const [last, setLast] = useState({ key, answers: present })
  if (last.key !== key || (present && present !== last.answers)) setLast({ key, answers: present })
  const answers = present ?? (last.key === key ? last.answers : null)
  const kept = useMemo(() => data && { ...data, actionData: answers }, [data, answers])
  return (
    <RouterData value={kept}>
      <Outlet />
    </RouterData>
  )
}
