/**
 * A page can be seen before its scripts run. What is done to it meanwhile is kept and done again once they do: presses of at most
 * twenty seconds ago, once each however often, the chord that opens the command menu, and everything typed or chosen in fields. A
 * form that only scripts read (it has no method) is held back too: sent by the browser it would put what was typed, a password even,
 * into the address.
 *
 * Forms with `method="post"`, links and summaries work without scripts and are left alone, and so is everything pressed or chosen
 * from the moment React has the document: it does that by itself once it is done. Keys and typing it forgets.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
type Early = {
  /** By what was pressed, in their order: when, and whether it is a form that was sent. */
  presses: Map<HTMLElement, { form: boolean; at: number }>
  chord: { key: string; ctrlKey: boolean; metaKey: boolean } | null
  typed: Map<Field, string>
}
declare global {
  interface Window {
    early?: Early | null
  }
}

const stillMeantMs = 20_000

/** For an inline script in <head>, on pages that scripts take over. Written into the page as text: it uses nothing from outside itself. */
export function keepEarlyPresses() {
  const early: Early = { presses: new Map(), chord: null, typed: new Map() }
  window.early = early
  const press = (target: HTMLElement, form: boolean) => {
    early.presses.delete(target)
    early.presses.set(target, { form, at: Date.now() })
  }
  const reactHasIt = () => Object.keys(document).some((key) => key.startsWith('__reactContainer'))
  document.addEventListener(
    'click',
    (event) => {
      const target = event.target as HTMLElement
      const withKey = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
      if (!event.isTrusted || event.button !== 0 || withKey || !target.closest || reactHasIt()) return
      const worksAlone = 'a[href],summary,label,select,textarea,input,[type=submit],[contenteditable]'
      if (!target.matches('[type=radio],[type=checkbox]') && target.closest(worksAlone)) return
      const button = target.closest('button')
      if (button?.form && button.type === 'submit') return
      press(target, false)
    },
    true,
  )
  document.addEventListener(
    'submit',
    (event) => {
      const target = event.target as HTMLFormElement
      if (reactHasIt() || target.getAttribute('method') || target.getAttribute('action')) return
      event.preventDefault()
      press(target, true)
    },
    true,
  )
  document.addEventListener(
    'keydown',
    (event) => {
      const { key, ctrlKey, metaKey } = event
      if (!window.early || !(ctrlKey || metaKey) || event.altKey || event.shiftKey || key.toLowerCase() !== 'k') return
      event.preventDefault()
      early.chord = { key, ctrlKey, metaKey }
    },
    true,
  )
  document.addEventListener(
    'input',
    (event) => {
      const field = event.target as Field
      const holdsText = /^(INPUT|TEXTAREA|SELECT)$/.test(field.tagName) && !/^(radio|checkbox)$/.test(field.type)
      const chosen = field.tagName === 'SELECT' || field.type === 'file'
      if (window.early && holdsText && !(chosen && reactHasIt())) early.typed.set(field, field.value)
    },
    true,
  )
}

export const earlyPressScript = `(${keepEarlyPresses.toString()})()`

const lookAgainMs = 50

/** Does again what was done too early, each once its part of the page is awake. To be called when the page is taken over. */
export function pressAgain() {
  const { early } = window
  window.early = null
  if (!early) return
  const { presses, chord, typed } = early
  // First what was typed: a press may send it.
  for (const [field, text] of typed) whenAwake(field, () => typeAgain(field, text))
  if (chord) window.dispatchEvent(new KeyboardEvent('keydown', { ...chord, bubbles: true, cancelable: true }))
  for (const [target, { form, at }] of presses) whenAwake(target, () => clickAgain(target, form), at)
}

function whenAwake(element: HTMLElement, act: () => void, since = Date.now()) {
  if (!element.isConnected || Date.now() - since > stillMeantMs) return
  if (isAwake(element)) act()
  else setTimeout(() => whenAwake(element, act, since), lookAgainMs)
}

function clickAgain(target: HTMLElement, form: boolean) {
  if (form) return (target as HTMLFormElement).requestSubmit()
  // What the browser has switched already is switched back first: else React would see no change.
  if (target instanceof HTMLInputElement) target.checked = target.type === 'checkbox' && !target.checked
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

/** React marks each element that it has taken over. */
const isAwake = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactFiber'))
