import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#web/components/date-time.tsx'
import type { ApiKey } from '../../contract.ts'
import { scopesInWords } from '../../rules/scope-labels.ts'

export function KeyRow({ item, onRemove }: { item: ApiKey; onRemove(): void }) {
  const { name, scopes, last4, active, made_by, created_at, last_used_at } = item
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-2 border-line border-b py-3">
      <div className="min-w-44 flex-1">
        <p className="[overflow-wrap:anywhere]">
          {name} <code className="ml-1.5 text-ink-3 text-xs">ek_…{last4}</code>
          {!active && (
            <Badge tone="warn" className="ml-2">
              inactive
            </Badge>
          )}
        </p>
        <p className="text-ink-2 text-xs">
          <span title={scopes.join(' ')}>{scopesInWords(scopes)}</span>
        </p>
        <p className="text-ink-3 text-xs [overflow-wrap:anywhere]">
          {last_used_at ? (
            <>
              last used <DateTime at={last_used_at} />
            </>
          ) : (
            'never used'
          )}
          {' · '}created by {made_by}, <DateTime at={created_at} />
          {!active && ' · its creator is no longer a member'}
        </p>
      </div>
      <Button size="s" aria-label={`Delete ${name}`} onClick={onRemove}>
        Delete…
      </Button>
    </li>
  )
}
