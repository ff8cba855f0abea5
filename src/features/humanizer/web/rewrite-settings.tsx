import type { BrandVoice } from '#features/ai-content/contract.ts'
import { BrandVoiceField } from '#features/ai-content/web/brand-voices/brand-voice-field.tsx'
import { type Engine, engineName } from '#features/ai-content/web/content-labels.ts'
import { Field } from '#ui/forms/field.tsx'
import { Segmented } from '#ui/forms/segmented.tsx'
import { Select } from '#ui/forms/select.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import { Link } from '#ui/link.tsx'
import { languages } from '#web/components/locales.ts'
import type { Strength } from '../contract.ts'
import type { HumanizerInput } from './use-humanizer.ts'

const strengthNotes: Record<Strength, string> = {
  light: 'Cuts filler and wordy phrases. Keeps sentence structure.',
  balanced:
    'Also rewords stock phrases, cuts empty openings and splits long sentences. Below a style score of 80, only changes sentences with a stock phrase.',
  strong: 'Rewrites everything that can be plainer, whatever the style score.',
}
const tones = ['', 'neutral', 'friendly', 'conversational', 'formal', 'academic']

type RewriteSettingsProps = {
  input: HumanizerInput
  /** Words to keep, one per line. */
  words: string
  engine: Engine
  voices: BrandVoice[]
  onChange: (part: Partial<HumanizerInput>) => void
  onWordsChange: (words: string) => void
}

/** How a text is rewritten: strength, tone, voice, language, words to keep, and by what. */
export function RewriteSettings({ input, words, engine, voices, onChange, onWordsChange }: RewriteSettingsProps) {
  return (
    <section aria-label="Rewrite settings" className="grid gap-4 rounded-l border border-line bg-panel p-4">
      <div>
        <Segmented
          label="Strength"
          value={input.strength}
          onChange={(strength) => onChange({ strength })}
          options={[
            { value: 'light', label: 'Light' },
            { value: 'balanced', label: 'Balanced' },
            { value: 'strong', label: 'Strong' },
          ]}
        />
        <p className="mt-1.5 text-ink-3 text-xs">{strengthNotes[input.strength]}</p>
      </div>
      <Field label="Tone">
        <Select
          value={input.tone}
          onChange={(event) => onChange({ tone: event.target.value })}
          options={[...new Set([...tones, input.tone])].map((value) => ({
            value,
            label: value === '' ? 'Keep tone' : value[0]!.toUpperCase() + value.slice(1),
          }))}
        />
      </Field>
      <BrandVoiceField voices={voices} value={input.voiceId} onChange={(voiceId) => onChange({ voiceId })} />
      <Field label="Language">
        <Select
          value={input.language}
          onChange={(event) => onChange({ language: event.target.value })}
          options={[{ value: '', label: 'Detect language' }, ...languages]}
        />
      </Field>
      <Field
        label="Keep these words"
        hint="Product names, terms or claims, one per line. Numbers, dates, names, quotations, links and citations are always kept."
      >
        <Textarea rows={2} grow value={words} onChange={(event) => onWordsChange(event.target.value)} />
      </Field>
      <div className="border-line border-t pt-3">
        <p className="font-[550]">{engine === null ? 'Built-in rules' : engineName(engine)}</p>
        <p className="text-ink-2 text-xs">
          {engine === null
            ? 'Safe edits only, English only, no AI model.'
            : 'Rewrites in any language. Numbers, names and quotations of each sentence are checked before you see it.'}{' '}
          <Link href="/app/settings/models" className="link">
            Models
          </Link>
        </p>
      </div>
    </section>
  )
}
