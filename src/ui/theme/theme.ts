export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'theme'
const changed = 'earshot:theme'

/** For an inline script in <head>: sets the stored theme before the first paint. Also tells Macs apart, for key signs. */
export const themeScript = `try{var t=localStorage.getItem('${key}');if(t==='light'||t==='dark')document.documentElement.dataset.theme=t}catch(e){}if(/Mac|iP/.test(navigator.platform))document.documentElement.dataset.mac=''`

export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(key)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

/** Applies a theme immediately and saves it. */
export function setTheme(theme: Theme) {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, theme)
  } catch {
    // Storage is off: the choice lasts as long as the page.
  }
  window.dispatchEvent(new Event(changed))
}

export function onThemeChange(listener: () => void) {
  window.addEventListener(changed, listener)
  window.addEventListener('storage', listener)
  return () => {
    window.removeEventListener(changed, listener)
    window.removeEventListener('storage', listener)
  }
}
