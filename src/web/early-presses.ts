/**
 * A page can be seen before its scripts run. What is pressed meanwhile is kept and done once they do: the last press of at most
 * ten seconds ago. A form that only scripts read (it has no method) is held back too: sent by the browser it would put what was
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

const stillMeantMs = 10_000

/** For an inline script in <head>, on pages that scripts take over. */
export const earlyPressScript = `(function(d,w){function late(){return Object.keys(d).some(function(k){return k.indexOf('__reactContainer')===0})}d.addEventListener('click',function(e){var t=e.target;if(!e.isTrusted||e.button||e.metaKey||e.ctrlKey||e.shiftKey||e.altKey||!t.closest||late())return;if(t.closest('a[href],summary,label,select,textarea,[type=submit],[type=file],[contenteditable]')||t.matches('input:not([type=radio]):not([type=checkbox])'))return;var b=t.closest('button');if(b&&b.form&&b.type==='submit')return;w.earlyPress={target:t,form:false,at:Date.now()}},true);d.addEventListener('submit',function(e){var f=e.target;if(late()||f.getAttribute('method')||f.getAttribute('action'))return;e.preventDefault();w.earlyPress={target:f,form:true,at:Date.now()}},true)})(document,window)`

/** Does what was pressed too early. To be called once the page is taken over. */
export function pressAgain() {
  const press = window.earlyPress
  window.earlyPress = null
  if (!press?.target.isConnected || Date.now() - press.at > stillMeantMs) return
  const { target } = press
  if (press.form) return (target as HTMLFormElement).requestSubmit()
  // What the browser has switched already is switched back first: else React would see no change.
  if (target instanceof HTMLInputElement) target.checked = target.type === 'checkbox' && !target.checked
  target.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, view: window }))
}
