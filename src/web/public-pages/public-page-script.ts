/**
 * Progressive enhancement of the public pages, in one self-contained function: it is serialized into the page, so
 * it can't use anything from outside itself. Every page works without it.
 */
export function enhancePublicPage() {
  const all = <E extends Element = HTMLElement>(selector: string) => [...document.querySelectorAll<E>(selector)]

  for (const button of all<HTMLButtonElement>('[data-reveal]')) {
    const input = document.getElementById(button.dataset.reveal ?? '') as HTMLInputElement | null
    if (!input) continue
    button.hidden = false
    button.addEventListener('click', () => {
      const shown = input.type === 'password'
      input.type = shown ? 'text' : 'password'
      button.textContent = shown ? 'Hide' : 'Show'
      button.setAttribute('aria-label', `${button.textContent} password`)
      input.focus()
    })
  }

  for (const button of all<HTMLButtonElement>('[data-copy]')) {
    if (!navigator.clipboard) continue
    button.hidden = false
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(button.dataset.copy ?? '')
      button.textContent = 'Copied'
    })
  }

  for (const button of all<HTMLButtonElement>('[data-share]')) {
    if (!navigator.share) continue
    button.hidden = false
    button.addEventListener('click', () => {
      const { share: url = location.href, shareTitle: title = '' } = button.dataset
      // Closing the sheet without choosing rejects.
      navigator.share({ url, title }).catch(() => undefined)
    })
  }

  for (const form of all<HTMLFormElement>('form')) {
    form.addEventListener('submit', () => {
      const button = form.querySelector<HTMLButtonElement>('[type=submit]')
      const busy = button?.dataset.busy
      if (!button || !busy) return
      button.dataset.idle = button.textContent ?? ''
      button.textContent = busy
      button.setAttribute('aria-busy', 'true')
      form.dataset.sent = ''
    })
  }
  // Likes count in place; whatever goes wrong, the form goes its own way.
  for (const form of all<HTMLFormElement>('form[data-like]')) {
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      const button = form.querySelector('button')
      if (form.dataset.busy !== undefined) return
      form.dataset.busy = ''
      try {
        const answer = await fetch(`/cms/like/${form.dataset.like}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: '{}',
        })
        if (!answer.ok) throw new Error(`${answer.status}`)
        const { likes, liked } = (await answer.json()) as { likes: number; liked: boolean }
        button?.setAttribute('aria-pressed', String(liked))
        const count = form.querySelector('[data-likes]')
        const { group = ',' } = JSON.parse(document.documentElement.dataset.format ?? '{}')
        if (count) count.textContent = likes > 0 ? likes.toLocaleString('en-US').replaceAll(',', group) : ''
      } catch {
        form.submit()
      } finally {
        delete form.dataset.busy
      }
    })
  }
  // Every page that a checkout returns to reports it, except a page that reloads itself and has already done so.
  const params = new URLSearchParams(location.search)
  const session = params.get('session_id')
  if (session && !params.has('looks'))
    fetch('/stripe_ae/csinfo', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ id: session }),
    }).catch(() => undefined)

  // Coming back with the browser's own button shows the page as it was left: not busy any more.
  window.addEventListener('pageshow', () => {
    for (const form of all('form[data-sent]')) {
      const button = form.querySelector<HTMLButtonElement>('[type=submit]')
      if (button?.dataset.idle) button.textContent = button.dataset.idle
      button?.removeAttribute('aria-busy')
      delete form.dataset.sent
    }
  })

  // The part being read is marked in the contents beside a text. The last part may be too short to reach the top.
  const entries = all<HTMLAnchorElement>('[data-contents] a')
  const mark = () => {
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2
    const current = isAtEnd
      ? entries.at(-1)
      : entries.findLast((link) => {
          const part = document.getElementById(link.hash.slice(1))
          return part && part.getBoundingClientRect().top < innerHeight / 3
        })
    for (const link of entries) {
      if (link === (current ?? entries[0])) link.setAttribute('aria-current', 'location')
      else link.removeAttribute('aria-current')
    }
  }
  if (entries.length > 0) {
    window.addEventListener('scroll', mark, { passive: true })
    mark()
  }

  // The wheel and the lists beside it show the same group.
  const light = (id: string) => {
    for (const wedge of all<SVGElement>('[data-opens]')) {
      if (wedge.dataset.opens === id) wedge.dataset.on = ''
      else delete wedge.dataset.on
    }
  }
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)))
    for (let around = target?.closest('details'); around; around = around.parentElement?.closest('details'))
      around.open = true
  }
  // Beside its list the wheel stays where it is; a link alone would scroll it away.
  const beside = matchMedia('(min-width: 1024px)')
  for (const wedge of all<SVGElement>('[data-opens]'))
    wedge.addEventListener('click', (event) => {
      const list = document.getElementById(wedge.dataset.opens ?? '')
      const link = (event.target as Element).closest('a')
      if (!list || !beside.matches || !link?.getAttribute('href')?.startsWith('#')) return
      event.preventDefault()
      history.replaceState(history.state, '', link.getAttribute('href'))
      reveal()
    })
  for (const details of all<HTMLDetailsElement>('details[data-group]'))
    details.addEventListener('toggle', () => details.open && light(details.dataset.group ?? ''))
  window.addEventListener('hashchange', reveal)
  if (location.hash) reveal()
}
