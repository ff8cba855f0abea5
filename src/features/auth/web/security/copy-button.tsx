import { Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/button.tsx'

/** Copies text and shows next to the button whether it worked: browsers allow copying only on https and localhost. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
    } catch {
      setState('failed')
    }
  }
  return (
    <>
      <Button size="s" icon={<Copy size={13} aria-hidden />} onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status" className="text-ink-2 text-xs">
        {state === 'copied' && 'Copied.'}
        {state === 'failed' && 'The browser blocked copying. Select the text and copy it.'}
      </span>
    </>
  )
}
