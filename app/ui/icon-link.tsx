import { Link, type LinkProps } from 'react-router'
import { Icon, useTooltip } from './icon-button.tsx'

type IconLinkProps = Omit<LinkProps, 'aria-label' | 'children' | 'ref'> & { label: string; path: string }

/** A link without words. Its label is its name, which the tooltip shows. */
export function IconLink({ label, path, ...link }: IconLinkProps) {
  const ref = useTooltip<HTMLAnchorElement>()
  return (
    <Link {...link} ref={ref} aria-label={label}>
      <Icon path={path} />
    </Link>
  )
}
