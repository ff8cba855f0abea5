import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from './class-names.ts'
import { Link } from './link.tsx'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'solid' | 'outline' | 'quiet' | 'accent' | 'danger'
export type ButtonSize = 's' | 'm'

export type ButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
  children?: ReactNode
  /** One `solid` a screen: what it is for. */
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  /** Keeps its width, says it is busy and does nothing when pressed. */
  busy?: boolean
  /** Makes it a link that looks like a button. */
  href?: string
  ref?: Ref<HTMLButtonElement>
}

const variants: Record<ButtonVariant, string> = {
  solid: 'border-ink bg-ink text-paper hover:bg-ink/88 active:bg-ink/80',
  outline: 'border-line-2 bg-panel text-ink hover:border-mark hover:bg-well active:bg-line/60',
  quiet: 'border-transparent text-ink-2 hover:bg-well hover:text-ink active:bg-line/60',
  accent: 'border-accent bg-accent text-paper hover:bg-accent/90 active:bg-accent/80',
  danger: 'border-line-2 bg-panel text-bad hover:border-bad active:bg-well',
}
const sizes: Record<ButtonSize, string> = { s: 'h-7 gap-1.5 px-2.5 text-xs', m: 'h-8.5 gap-2 px-3 text-s' }

/** The classes of a button, for what is none but should look like one. */
export const buttonClass = (variant: ButtonVariant = 'outline', size: ButtonSize = 'm', className?: string) =>
  cx(
    'relative inline-flex shrink-0 items-center justify-center whitespace-nowrap rounded-m border font-[450] leading-none no-underline select-none',
    'transition-colors duration-100 disabled:cursor-not-allowed disabled:opacity-45 [&_svg]:shrink-0',
    variants[variant],
    sizes[size],
    className,
  )

export function Button({ variant, size, icon, busy, href, className, children, onClick, ref, ...rest }: ButtonProps) {
  const look = buttonClass(variant, size, className)
  if (href !== undefined)
    return (
      <Link href={href} className={look} aria-label={rest['aria-label']}>
        {icon}
        {children}
      </Link>
    )
  return (
    <button
      type="button"
      {...rest}
      ref={ref}
      className={look}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <Spinner className="absolute inset-0 m-auto" />}
      <span className={cx('inline-flex items-center gap-[inherit]', busy && 'opacity-0')}>
        {icon}
        {children}
      </span>
    </button>
  )
}
