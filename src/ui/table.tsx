// biome-ignore-all lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
import type { HTMLAttributes, ReactNode, TdHTMLAttributes, ThHTMLAttributes } from 'react'
import { cx } from './class-names.ts'

export type TableProps = {
  /** Read out as the table's name. */
  caption: string
  children: ReactNode
  className?: string
}

/** Hairlines and tabular figures, for tables that fit on a page. Scrolls sideways inside itself when it must. */
export function Table({ caption, children, className }: TableProps) {
  return (
    <section className="relative overflow-x-auto" tabIndex={0} aria-label={caption}>
      <table className={cx('w-full border-collapse text-s', className)}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  )
}

type Cell = { numeric?: boolean }

export const TableHead = ({ numeric, className, ...rest }: ThHTMLAttributes<HTMLTableCellElement> & Cell) => (
  <th
    scope="col"
    {...rest}
    className={cx(
      'h-8 border-b border-line-2 pe-4 text-xs font-normal whitespace-nowrap text-ink-3 last:pe-0',
      numeric ? 'text-right rtl:text-left' : 'text-left rtl:text-right',
      className,
    )}
  />
)

export const TableRow = ({ className, ...rest }: HTMLAttributes<HTMLTableRowElement>) => (
  <tr {...rest} className={cx('border-b border-line last:border-0', className)} />
)

export const TableCell = ({ numeric, className, ...rest }: TdHTMLAttributes<HTMLTableCellElement> & Cell) => (
  <td
    {...rest}
    className={cx(
      'h-(--row) py-1.5 pe-4 align-middle last:pe-0',
      numeric && 'text-right whitespace-nowrap rtl:text-left',
      className,
    )}
  />
)
