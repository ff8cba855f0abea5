const command = 'npm start'

/** How it opens on one's own machine, with what the terminal then says. */
export function LandingCommand() {
  return (
    <section
      className="mx-auto mt-20 grid w-full max-w-[1280px] items-center gap-x-10 gap-y-8 px-5 sm:px-8 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]"
      aria-labelledby="command"
    >
      <div>
        <h2 id="command" className="font-serif text-[clamp(28px,3.2vw,40px)] leading-[1.1] font-medium tracking-tight">
          Run it with one command
        </h2>
        <p className="mt-4 max-w-[38em] text-m leading-relaxed text-ink-2">
          Earshot installs what it needs, sets up its database in one folder and prints a link to create your account.
          Your data stays on your machine. The same code runs on a server for a team.
        </p>
      </div>
      <div className="min-w-0 overflow-hidden rounded-l border border-line-2 bg-panel">
        <div className="flex h-14 items-center gap-3 border-b border-line pr-3 pl-5 font-mono text-[17px]">
          <span className="text-accent-ink" aria-hidden>
            $
          </span>
          <code className="flex-1">{command}</code>
          <button
            type="button"
            hidden
            data-copy={command}
            className="h-7 rounded-s border border-line-2 px-2.5 font-sans text-xs text-ink-2 hover:border-mark hover:text-ink [[hidden]]:hidden"
          >
            Copy
          </button>
        </div>
        <pre className="px-5 py-4 font-mono text-xs leading-6 whitespace-pre-wrap text-ink-2 [overflow-wrap:anywhere]">
          {`Installing dependencies …
Building the pages …
Earshot is running at http://127.0.0.1:3000
Create the owner account with this one-time link: http://127.0.0.1:3000/setup?token=…`}
        </pre>
      </div>
    </section>
  )
}
