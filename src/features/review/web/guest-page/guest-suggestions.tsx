import { Button, buttonClass } from '#ui/button.tsx'
import { ErrorNote } from '#ui/error-message.tsx'
import { formatDateTime, plural } from '#ui/format/format.ts'
import { Field } from '#ui/forms/field.tsx'
import { Textarea } from '#ui/forms/textarea.tsx'
import type { SuggestionItem } from '../../contract-suggestions.ts'
import { SuggestedChange } from '../suggested-change.tsx'
import { GuestNameField } from './guest-name-field.tsx'
import type { RefusedText } from './suggestion-form.ts'

/** What guests suggest so far, and the way to the form. */
export function GuestSuggestions({ suggestions }: { suggestions: SuggestionItem[] }) {
  return (
    <section
      id="suggestions"
      lang="en"
      aria-labelledby="suggestions-heading"
      className="mt-12 border-line border-t pt-5"
    >
      <h2 id="suggestions-heading" className="subheading">
        {suggestions.length === 0 ? 'Suggested changes' : plural(suggestions.length, 'suggested change')}
      </h2>
      <p className="mt-2 text-ink-2">
        {suggestions.length === 0
          ? 'Edit the text to suggest changes. The team accepts or rejects each of them.'
          : 'The team accepts or rejects each of them. Edit the text to go on.'}
      </p>
      <ol className="mt-2 grid gap-3">
        {suggestions.map((each) => (
          <li key={each._id} className="rounded-l border border-line-2 px-4 py-3">
            <p className="text-ink-3 text-xs [overflow-wrap:anywhere]">
              <b className="font-[600] text-ink-2">{each.author.name}</b> · {formatDateTime(each.at)} UTC
            </p>
            <SuggestedChange suggestion={each} />
          </li>
        ))}
      </ol>
      <a href="?edit" className={`mt-4 ${buttonClass()}`}>
        Edit text
      </a>
    </section>
  )
}

type GuestEditingProps = {
  documentId: string
  text: { content_md: string; version: number }
  guestName: string
  refused: RefusedText | null
}

/** A plain form with the whole text. A script saves it while the guest types. */
export function GuestEditing({ documentId, text, guestName, refused }: GuestEditingProps) {
  const error = (name: string) => (refused?.field === name ? refused.error : undefined)
  return (
    <form method="post" action="?edit" noValidate data-autosave lang="en" className="mt-6 grid gap-4">
      <input type="hidden" name="suggest_on" value={documentId} />
      <input type="hidden" name="version" value={refused?.version ?? text.version} />
      {refused && !['guest_name', 'content_md'].includes(refused.field ?? '') && <ErrorNote>{refused.error}</ErrorNote>}
      <GuestNameField error={error('guest_name')} name={refused?.guest_name ?? guestName} />
      <Field
        label="Text"
        required
        error={error('content_md')}
        hint="In Markdown: # for headings, - for lists, **bold**. Your changes are sent as suggestions."
      >
        <Textarea
          name="content_md"
          dir="auto"
          rows={24}
          className="font-mono"
          defaultValue={refused?.text ?? text.content_md}
        />
      </Field>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="solid" data-busy="Sending…">
          Suggest changes
        </Button>
        <a href="?" className="link">
          Back to the document
        </a>
        <p
          role="status"
          data-autosave-status
          data-saved="Saved as suggestions."
          data-unnamed="Enter your name to save."
          data-closed="This link was disabled. What was saved before was kept; copy the rest from here."
          data-failed="Not saved. Check your connection."
          className="text-ink-3 text-s"
        />
      </div>
    </form>
  )
}
