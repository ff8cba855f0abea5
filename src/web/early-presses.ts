/**
 * A page can be seen before its scripts run. What is pressed meanwhile is kept and done once they do: the last press of at most
 * twenty seconds ago. A form that only scripts read (it has no method) is held back too: sent by the browser it would put what was
 * typed, a password even, into the address.
 *
 * Forms with `method="post"`, links and summaries work without scripts and are left alone, and so is everything from the moment
 * React has the document: it does by itself what is pressed while it is at it.
 */

type EarlyPress = { target: HTMLElement; form: boolean; at: number }
declare global {
  interface Window {
    earlyPress?: EarlyPress | null
  }
}

const stillMeantMs = 20_000

/** For an inline script in <head>, on pages that scripts take over. */
export const earlyPressScript = `(function(d,w){function late(){return Object.keys(d).some(function(k){return k.indexOf('__reactContainer')===0})}d.addEventListener('click',function(e){var t=e.target;if(!e.isTrusted||e.button||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey||!t.closest||late())return;if(!t.matches('[type=radio],[type=checkbox]')&&t.closest('a[href],summary,label,select,textarea,input,[type=submit],[contenteditable]'))return;var b=t.closest('button');if(b&&b.form&&b.type==='submit')return;w.earlyPress={target:t,form:false,at:Date.now()}},true);d.addEventListener('submit',function(e){var f=e.target;if(late()||f.getAttribute('method')||f.getAttribute('action'))return;e.preventDefault();w.earlyPress={target:f,form:true,at:Date.now()}},true)})(document,window)`

const lookAgainMs = 50

/** Does what was pressed too early, once its part of the page is awake. To be called when the page is taken over. */
export function pressAgain() {
  const press = window.earlyPress
  window.earlyPress = null
  if (press) whenAwake(press)
}

function whenAwake(press: EarlyPress) {
  const { target } = press
  if (!target.isConnected || Date.now() - press.at > stillMeantMs) return
  if (!isAwake(target)) return void setTimeout(() => whenAwake(press), lookAgainMs)
  if (press.form) return (target as HTMLFormElement).requestSubmit()
  // What the browser has switched already is switched back first: else React would see no change.
  if (target instanceof HTMLInputElement) target.checked = target.type === 'checkbox' && !target.checked
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, view: window }))
}

/** React marks each element that it has taken over. */
const isAwake = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactFiber'))
