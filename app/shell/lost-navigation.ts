import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { EVENT } from './offline.tsx'

/**
 * Returns what ends a navigation whose page could not be fetched, and loads nothing. By itself it would be underway
 * until the next one.
 */
export function useEndLostNavigation(): () => void {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const { location } = useNavigation()
  const lost = useRef<string>(undefined)
  const note = useEffectEvent(() => {
    lost.current = location?.key
  })
  useEffect(() => {
    const show = () => note()
    window.addEventListener(EVENT, show)
    return () => window.removeEventListener(EVENT, show)
  }, [])
  return () => {
    if (!location || location.key !== lost.current) return
    void navigate({ pathname, search, hash: hash || '#main' }, { replace: true, preventScrollReset: true })
  }
}
