import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'
import { cx } from './class-names.ts'
import { Tooltip } from './overlays/tooltip.tsx'

export type IconButtonProps = Omit<ButtonProps, 'children' | 'icon' | 'aria-label'> & {
  /** Its name: read out, and shown as a tooltip. */
  label: string
  children: ReactNode
  /** No tooltip, where the text next to the button already names it. */
  bare?: boolean
}

export function IconButton({
  label,
  children,
  bare,
  size = 'm',
  variant = 'quiet',
  className,
  ...rest
}: IconButtonProps) {
  const button = (
    <Button
      {...rest}
      variant={variant}
      size={size}
      aria-label={label}
      icon={children}
      className={cx(size === 's' ? 'w-7 px-0!' : 'w-8.5 px-0!', className)}
    />
  )
  return bare ? button : <Tooltip label={label}>{button}</Tooltip>
}
