import { Plus, X } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/forms/input.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { maxTrendKeywords } from '../../contract.ts'
import { lineTones } from './line-colors.ts'

type TrendKeywordsProps = {
  keywords: string[]
  /** Nothing was entered. */
  isMissing: boolean
  autoFocus: boolean
  onChange: (keywords: string[]) => void
}

/** Keywords to compare, one field each. */
export function TrendKeywords({ keywords, isMissing, autoFocus, onChange }: TrendKeywordsProps) {
  const fields = useRef<HTMLFieldSetElement>(null)
  const focusOn = (at: number) =>
    requestAnimationFrame(() => fields.current?.querySelector<HTMLElement>(`[data-keyword="${at}"]`)?.focus())
  const change = (at: number, text: string) => {
    // Pasted lines become keywords of their own.
    const lines = text.split(/\r?\n/).map((line) => line.trim())
    const typed = lines.length > 1 ? lines.filter(Boolean) : [text]
    onChange([...keywords.slice(0, at), ...typed, ...keywords.slice(at + 1)].slice(0, maxTrendKeywords))
  }
  return (
    <fieldset ref={fields}>
      <legend className="mb-1.5 font-[550] text-s">Keywords</legend>
      <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
        {keywords.map((keyword, at) => (
          <div key={at} className="flex min-w-0 items-center gap-2">
            <span className="h-0.5 w-3 shrink-0 rounded-xs" style={{ background: lineTones[at] }} aria-hidden />
            <Input
              data-keyword={at}
              autoFocus={autoFocus && at === 0}
              aria-label={`Keyword ${at + 1}`}
              aria-invalid={isMissing && at === 0 ? true : undefined}
              value={keyword}
              maxLength={200}
              placeholder={at === 0 ? 'cold brew' : 'compare with'}
              onChange={(event) => change(at, event.target.value)}
              onPaste={(event) => {
                const text = event.clipboardData.getData('text/plain')
                if (!/\n/.test(text.trim())) return
                event.preventDefault()
                change(at, text)
              }}
            />
            {keywords.length > 1 && (
              <IconButton
                label={keyword.trim() === '' ? 'Remove empty field' : `Remove ${keyword}`}
                bare
                onClick={() => {
                  onChange(keywords.filter((_, index) => index !== at))
                  focusOn(Math.max(0, at - 1))
                }}
              >
                <X size={15} aria-hidden />
              </IconButton>
            )}
          </div>
        ))}
        {keywords.length < maxTrendKeywords && (
          <Button
            variant="quiet"
            className="justify-self-start"
            icon={<Plus size={15} aria-hidden />}
            onClick={() => {
              onChange([...keywords, ''])
              focusOn(keywords.length)
            }}
          >
            Add keyword
          </Button>
        )}
      </div>
      {isMissing && (
        <p className="mt-1.5 text-bad text-xs" role="alert">
          Enter a keyword.
        </p>
      )}
    </fieldset>
  )
}
