import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/forms/input.tsx'

/** Words to look for; they stand in the address, so that a search can be kept and sent. */
export function ListSearch({ label, q, children }: { label: string; q?: string; children?: ReactNode }) {
  return (
    <>
      <Form method="get" role="search" noValidate className="mb-5 flex flex-wrap items-center gap-2">
        <span className="w-full max-w-90">
          <Input
            key={q}
            name="q"
            aria-label={label}
            placeholder={label}
            defaultValue={q}
            maxLength={200}
            icon={<Search size={15} aria-hidden />}
          />
        </span>
        {children}
        <Button type="submit">Search</Button>
      </Form>
      <h2 className="sr-only">Found</h2>
    </>
  )
}
