/**
 * A page is visible before it is hydrated. Until then `data-hydrating` is on its root, and on parts that are hydrated later
 * (`late-hydration.tsx`). A press on a part that only scripts serve waits there, pulsing, and is replayed once the part is hydrated;
 * so are what was typed or chosen in fields, and the chord that opens the command menu. A form without a method waits too: sent by
 * the browser, it would put what was typed, even a password, into the address.
 *
 * Forms with `method="post"`, links and summaries work without scripts, so they don't wait.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Press = { form: boolean; checked?: boolean; at: number; pulse: Animation }
type Early = { presses: Map<HTMLElement, Press>; typed: Map<Field, string>; chord: KeyboardEventInit | null }
declare global {
  interface Window {
    early?: Early
  }
}

/** A press is replayed within this time; later, it's no longer expected. */
const maxWaitMs = 20_000

/** For an inline script in <head> of pages with scripts. Written into the page as text: it uses nothing from outside itself. */
export function holdEarlyEvents() {
  const early: Early = { presses: new Map(), typed: new Map(), chord: null }
  window.early = early
  document.documentElement.dataset.hydrating = ''
  const waits = (event: Event) => (event.target as Element).closest?.('[data-hydrating]')
  const hold = (event: Event, target: HTMLElement, form: boolean, pressed = target) => {
    // React may be listening already, and would answer once more.
    event.stopImmediatePropagation()
    early.presses.get(target)?.pulse.cancel()
    early.presses.delete(target)
    const checked = target instanceof HTMLInputElement ? target.checked : undefined
    const pulse = pressed.animate({ opacity: [1, 0.4, 1] }, { duration: 1000, iterations: 20 })
    early.presses.set(target, { form, checked, at: Date.now(), pulse })
  }
  const on = <E extends Event>(type: string, act: (event: E) => void) =>
    document.addEventListener(type, (event) => waits(event) && act(event as E), true)

  on<MouseEvent>('click', (event) => {
    const target = event.target as HTMLElement
    const withKey = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (!event.isTrusted || event.button !== 0 || withKey) return
    const worksAlone = 'a[href],summary,label,select,textarea,input,[type=submit],[contenteditable]'
    if (!target.matches('[type=radio],[type=checkbox]') && target.closest(worksAlone)) return
    const button = target.closest('button')
    if (!(button?.form && button.type === 'submit')) hold(event, target, false, button ?? target)
  })
  on<SubmitEvent>('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (form.getAttribute('method') || form.getAttribute('action')) return
    event.preventDefault()
    hold(event, form, true, event.submitter ?? form)
  })
  on<KeyboardEvent>('keydown', (event) => {
    const { key, ctrlKey, metaKey } = event
    if (!(ctrlKey || metaKey) || event.altKey || event.shiftKey || key.toLowerCase() !== 'k') return
    event.preventDefault()
    event.stopImmediatePropagation()
    early.chord = { key, ctrlKey, metaKey, bubbles: true, cancelable: true }
  })
  for (const type of ['input', 'change'])
    on(type, (event) => {
      const field = event.target as Field
      if (!/^(INPUT|TEXTAREA|SELECT)$/.test(field.tagName) || /^(radio|checkbox)$/.test(field.type)) return
      event.stopImmediatePropagation()
      early.typed.set(field, field.value)
    })
}

export const earlyEventsScript = `(${holdEarlyEvents.toString()})()`

/** Takes the mark off the page or a part that is hydrated now, and replays what waited for it. */
export function releaseEarlyEvents(hydrated: Element) {
  hydrated.removeAttribute('data-hydrating')
  const { early } = window
  if (!early || document.documentElement.hasAttribute('data-hydrating')) return
  const isReady = (element: Element) => element.isConnected && !element.closest('[data-hydrating]')
  // First what was typed, because a press may send it.
  for (const [field, text] of early.typed)
    if (isReady(field)) {
      early.typed.delete(field)
      typeAgain(field, text)
    }
  if (early.chord) window.dispatchEvent(new KeyboardEvent('keydown', early.chord))
  early.chord = null
  for (const [target, press] of early.presses)
    if (isReady(target)) {
      early.presses.delete(target)
      press.pulse.cancel()
      if (Date.now() - press.at < maxWaitMs) pressAgain(target, press)
    }
}

function pressAgain(target: HTMLElement, { form, checked }: Press) {
  if (form) return (target as HTMLFormElement).requestSubmit()
  // A click switches it, so it's first set to the opposite of what was chosen.
  if (target instanceof HTMLInputElement) target.checked = target.type === 'checkbox' && !checked
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, view: window }))
}

/** As if typed now. React compares with what it last saw in the field, so it is shown an empty one first. */
function typeAgain(field: Field, text: string) {
  if (field.type !== 'file') {
    field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, text)
  }
  field.dispatchEvent(new Event('input', { bubbles: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
