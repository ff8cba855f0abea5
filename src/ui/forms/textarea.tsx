import type { Ref, TextareaHTMLAttributes } from 'react'
import { cx } from '../class-names.ts'
import { useFieldControl } from './field.tsx'
import { controlClass } from './input.tsx'

export type TextareaProps = TextareaHTMLAttributes<HTMLTextAreaElement> & {
  ref?: Ref<HTMLTextAreaElement>
  /** Grows with its text from `rows` on, where the browser can. */
  grow?: boolean
}

export function Textarea({ className, grow, rows = 4, style, ...rest }: TextareaProps) {
  return (
    <textarea
      rows={rows}
      style={grow ? { minHeight: `calc(${rows}lh + 1rem + 2px)`, ...style } : style}
      {...useFieldControl()}
      {...rest}
      className={cx(
        controlClass,
        'resize-y px-2.5 py-2 text-s leading-normal',
        grow && 'field-sizing-content',
        className,
      )}
    />
  )
}
