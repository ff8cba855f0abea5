import { Search } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { Form, useLocation, useNavigation, useSearchParams, useSubmit } from 'react-router'
import { cx } from '#ui/class-names.ts'
import { Input } from '#ui/forms/input.tsx'
import { useHotkeys } from '#ui/hooks/use-hotkeys.ts'

export type ListToolbarProps = {
  /** What the toolbar filters: "Reports". */
  label: string
  /** Label of the search field: "Search by title". */
  search: string
  /** Named fields next to the search field. A change of theirs applies immediately. */
  children?: ReactNode
  /** At the end of the line. */
  end?: ReactNode
  /** Parameters of the URL that stay when the filters change. */
  keep?: readonly string[]
  maxLength?: number
  className?: string
}

const debounceMs = 250

/** The filters of a list, as URL parameters, so they can be bookmarked and shared. Without scripts a button applies them. */
export function ListToolbar(props: ListToolbarProps) {
  const { label, search, children, end, keep = [], maxLength = 200, className = 'mb-4' } = props
  const submit = useSubmit()
  const [params] = useSearchParams()
  const { pathname } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const busy = useNavigation().location?.pathname === pathname
  useHotkeys({ '/': () => field.current?.focus() })

  // Browser history changes the URL, not the field's value.
  const q = params.get('q') ?? ''
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = q
  }, [q])
  useEffect(() => () => clearTimeout(timer.current), [])

  const apply = (replace: boolean) => {
    clearTimeout(timer.current)
    if (!form.current) return
    const next = new URLSearchParams()
    for (const [name, value] of new FormData(form.current)) if (value !== '') next.set(name, String(value))
    void submit(next, { action: pathname, replace, preventScrollReset: true })
  }
  const onChange = (event: FormEvent) => {
    clearTimeout(timer.current)
    if (event.target === field.current) timer.current = setTimeout(() => apply(true), debounceMs)
    else apply(false)
  }
  return (
    <Form
      ref={form}
      action={pathname}
      noValidate
      role="search"
      aria-label={label}
      onChange={onChange}
      onSubmit={(event) => {
        event.preventDefault()
        apply(false)
      }}
      className={cx('flex flex-wrap items-center gap-2', className, busy && 'cursor-progress')}
      data-screen-only
    >
      {keep.map((name) => {
        const value = params.get(name)
        return value && <input key={name} type="hidden" name={name} value={value} />
      })}
      <span className="w-full sm:w-64">
        <Input
          ref={field}
          type="search"
          name="q"
          aria-label={search}
          placeholder={search}
          icon={<Search size={15} aria-hidden />}
          defaultValue={q}
          maxLength={maxLength}
        />
      </span>
      {children}
      <noscript>
        <button type="submit">Apply</button>
      </noscript>
      {end}
    </Form>
  )
}
