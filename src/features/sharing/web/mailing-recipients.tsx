import { Plus, X } from 'lucide-react'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/forms/input.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { maxRecipients } from '../contract.ts'

/** `key`: the same person while the list changes. */
export type Recipient = { key: number; name: string; email: string }

type MailingRecipientsProps = {
  people: Recipient[]
  error: string | undefined
  onChange: (people: Recipient[]) => void
}

/** Whom a report is emailed to. */
export function MailingRecipients({ people, error, onChange }: MailingRecipientsProps) {
  const change = (key: number, part: Partial<Recipient>) =>
    onChange(people.map((person) => (person.key === key ? { ...person, ...part } : person)))
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-[550] text-s">Recipients</legend>
      {people.map(({ key, name, email }, at) => (
        <div key={key} className="flex flex-wrap gap-2">
          <span className="min-w-36 flex-1 max-sm:basis-full">
            <Input
              aria-label={`Name of recipient ${at + 1}`}
              placeholder="Name (optional)"
              value={name}
              maxLength={80}
              onChange={(event) => change(key, { name: event.target.value })}
            />
          </span>
          <span className="min-w-36 flex-1">
            <Input
              type="email"
              aria-label={`Email of recipient ${at + 1}`}
              placeholder="name@example.com"
              value={email}
              aria-invalid={error ? true : undefined}
              onChange={(event) => change(key, { email: event.target.value })}
            />
          </span>
          <IconButton
            label={`Remove recipient ${at + 1}`}
            disabled={people.length === 1}
            onClick={() => onChange(people.filter((person) => person.key !== key))}
          >
            <X size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      {error && (
        <p className="text-bad text-xs" role="alert">
          {error}
        </p>
      )}
      {people.length < maxRecipients && (
        <Button
          size="s"
          variant="quiet"
          className="justify-self-start"
          icon={<Plus size={13} aria-hidden />}
          onClick={() =>
            onChange([...people, { key: Math.max(...people.map(({ key }) => key)) + 1, name: '', email: '' }])
          }
        >
          Add recipient
        </Button>
      )}
    </fieldset>
  )
}
