import { Button } from '#ui/button.tsx'

/** A whole page that says what happened and where to go. */
export function ErrorPage({ title, message, status }: { title: string; message: string; status: number }) {
  return (
    <main className="mx-auto flex min-h-dvh max-w-lg flex-col justify-center gap-4 px-6 py-16">
      <title>{`${title} · Earshot`}</title>
      <p className="text-s text-ink-3">{status}</p>
      <h1 className="font-serif text-title leading-tight">{title}</h1>
      <p className="text-m text-ink-2">{message}</p>
      <p className="flex gap-2 pt-2">
        <Button variant="solid" href="/">
          Home page
        </Button>
        <Button href="/app">Go to your workspace</Button>
      </p>
    </main>
  )
}
