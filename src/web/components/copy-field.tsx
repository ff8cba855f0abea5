import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#ui/icon-button.tsx'
import { notify } from '#ui/overlays/toast.tsx'

/** A value with a copy button. */
export function CopyField({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
      setTimeout(() => setCopied(false), 2000)
    } catch {
      notify.info('Your browser blocked copying. Select the text and press Ctrl+C or ⌘C.')
    }
  }
  return (
    <span className="flex min-w-0 items-start gap-1.5">
      <code className="min-w-0 select-all py-1 font-[450] text-s break-all">{text}</code>
      <IconButton size="s" label={copied ? 'Copied' : `Copy ${label}`} onClick={() => void copy()}>
        {copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      </IconButton>
    </span>
  )
}
