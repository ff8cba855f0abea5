import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/forms/checkbox.tsx'
import { saveFile } from '../settings/save-file.ts'
import { CopyButton } from './copy-button.tsx'

export type RecoveryCodesProps = { codes: string[]; email: string; onSaved(): void }

/** Recovery codes are shown only once, so the next step needs a confirmation that they are saved. */
export function RecoveryCodes({ codes, email, onSaved }: RecoveryCodesProps) {
  const [saved, setSaved] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [])
  const text = `Recovery codes for Earshot, ${email}\nEach works once instead of a code from the app.\n\n${codes.join('\n')}\n`
  return (
    <div className="grid max-w-140 justify-items-start gap-4">
      <h3 ref={heading} tabIndex={-1} className="font-[550] outline-none">
        Two-factor sign-in is on. Save your recovery codes.
      </h3>
      <p className="text-ink-2">
        Each code signs you in once without your phone. They’re shown only now, so save them with your passwords.
      </p>
      <ol
        aria-label="Recovery codes"
        className="grid w-full max-w-90 grid-cols-1 gap-x-8 gap-y-1 border-line border-y py-3 min-[420px]:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>
            <code className="select-all">{code}</code>
          </li>
        ))}
      </ol>
      <div className="flex flex-wrap items-center gap-2.5">
        <CopyButton text={codes.join('\n')} label="Copy all" />
        <Button
          size="s"
          icon={<Download size={13} aria-hidden />}
          onClick={() => saveFile(new Blob([text], { type: 'text/plain' }), 'earshot-recovery-codes.txt')}
        >
          Download
        </Button>
      </div>
      <Checkbox checked={saved} onChange={(event) => setSaved(event.target.checked)}>
        I’ve saved these codes
      </Checkbox>
      <Button variant="solid" disabled={!saved} onClick={onSaved}>
        Done
      </Button>
    </div>
  )
}
