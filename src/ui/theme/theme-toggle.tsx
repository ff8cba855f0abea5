import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Segmented } from '../forms/segmented.tsx'
import { onThemeChange, setTheme, storedTheme, type Theme } from './theme.ts'

/** Light, dark, or as the system has it; kept in localStorage under `theme`. */
export function ThemeToggle() {
  const theme = useSyncExternalStore<Theme>(onThemeChange, storedTheme, () => 'system')
  return (
    <Segmented
      label="Theme"
      size="s"
      value={theme}
      onChange={setTheme}
      options={[
        { value: 'system', name: 'System', label: <Monitor size={14} aria-hidden /> },
        { value: 'light', name: 'Light', label: <Sun size={14} aria-hidden /> },
        { value: 'dark', name: 'Dark', label: <Moon size={14} aria-hidden /> },
      ]}
    />
  )
}
