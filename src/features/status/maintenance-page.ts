import { escapeUTF8 } from 'entities'
import { AppError } from '#kit/errors.ts'

export const retryAfterSeconds = 60

/** `message` is what staff wrote for the public; screens show it as it is. */
export const maintenanceError = (message: string) =>
  new AppError('unavailable', message || 'Earshot is down for maintenance and will be back soon.', {
    reason: 'maintenance',
    params: { message },
    retryAfterSeconds,
  })

/** The page everyone but staff gets during maintenance. Self-contained, since no other assets are needed. */
export function renderMaintenancePage({ message, since }: { message: string; since: string }): string {
  const paragraphs = message
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => `<p>${escapeUTF8(line)}</p>`)
    .join('\n')
  const time = `${since.slice(11, 16)} UTC`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>Maintenance · Earshot</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>
:root { color-scheme: light dark; --paper: light-dark(#fbfaf8, #15171d); --ink: light-dark(#1a1c24, #eeece8);
  --soft: light-dark(#52555e, #b4b6bd); --line: light-dark(#e4e2de, #2a2d35); --accent: light-dark(#c2410c, #eb7955) }
* { box-sizing: border-box }
html { background: var(--paper); color: var(--ink) }
body { min-height: 100dvh; margin: 0; display: grid; grid-template-rows: auto 1fr auto; font: 17px/1.6 Georgia, "Times New Roman", serif;
  overflow-wrap: anywhere }
header, main, footer { width: 100%; max-width: 41rem; margin: 0 auto; padding: 0 24px }
header { padding-top: 22px; font-size: 21px }
header svg { vertical-align: -4px; margin-right: 8px; fill: none; stroke-width: 1.8; stroke-linecap: round }
main { align-self: center; padding-block: 40px 8vh }
h1 { margin: 0 0 18px; font-size: clamp(34px, 8vw, 54px); font-weight: 500; line-height: 1.08; letter-spacing: -.018em; text-wrap: balance }
p { margin: 0 0 12px; max-width: 34em }
.rule { width: 72px; height: 2px; margin: 0 0 26px; background: var(--accent) }
.since { margin-top: 26px; color: var(--soft); font: 14px/1.6 system-ui, sans-serif }
footer { padding-bottom: 26px; color: var(--soft); font: 14px/1.6 system-ui, sans-serif }
footer div { border-top: 1px solid var(--line); padding-top: 16px; display: flex; flex-wrap: wrap; gap: 4px 22px }
a { color: inherit; text-underline-offset: 3px; padding: 4px 0 }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
</style>
</head>
<body>
<header><svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true"><path stroke="currentColor" d="M4 13.5C4 7.5 7 3.5 12 3.5s8 3.6 8 8c0 5-4 5-5 8.5"/><path stroke="var(--accent)" d="M9 13.5c0-3 1-5 3.5-5"/></svg>Earshot</header>
<main>
<div class="rule"></div>
<h1>Maintenance in progress</h1>
${paragraphs}
<p class="since">Started at <time datetime="${escapeUTF8(since)}">${escapeUTF8(time)}</time>. Work that was already running finishes.</p>
</main>
<footer><div><a href="">Try again</a><a href="/status">Status</a><a href="/login">Sign in as staff</a></div></footer>
</body>
</html>
`
}
