import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import { Wordmark } from '#web/public-pages/public-frame.tsx'

/** Revoked, expired and mistyped look alike: a link tells nothing about what it once opened. */
export function SharedClosed({ title, message, children }: { title: string; message: string; children?: ReactNode }) {
  const root = useRouteLoaderData<{ mapped: boolean }>('root')
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center px-6 py-16">
      {!root?.mapped && (
        <a href="/" className="mb-10 w-fit no-underline">
          <Wordmark />
        </a>
      )}
      <h1 className="title">{title}</h1>
      <p className="mt-3 text-l text-ink-2">{message}</p>
      {children}
    </main>
  )
}
