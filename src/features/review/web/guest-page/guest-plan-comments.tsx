import { guestRestTitle, restTitle } from '#features/content-plan/rules/rest-item.ts'
import { Field } from '#ui/forms/field.tsx'
import { Select } from '#ui/forms/select.tsx'
import type { GuestPlan, PlanComment } from '../../contract-plans.ts'
import type { RefusedComment } from './comment-form.ts'
import { GuestThreads } from './guest-threads.tsx'

type GuestPlanCommentsProps = {
  planId: string
  plan: GuestPlan
  comments: PlanComment[]
  /** Id of the item whose Comment link was followed. Empty: the whole plan. */
  itemId: string
  guestName: string
  refused: RefusedComment | null
}

/** What was said of the plan and its items. */
export function GuestPlanComments({ planId, plan, itemId, ...shown }: GuestPlanCommentsProps) {
  const isKnown = plan.items.some(({ _id }) => _id === itemId)
  return (
    <GuestThreads
      {...shown}
      id={planId}
      fields={{ commentOn: 'comment_on_plan', resolve: 'resolve_on_plan' }}
      about={({ item_title, orphaned }) =>
        item_title !== '' && (
          <p className="mt-1.5 text-ink-2 text-s [overflow-wrap:anywhere]">
            About: <span dir="auto">{item_title === restTitle ? guestRestTitle : item_title}</span>
            {orphaned && <span className="block text-ink-3 text-xs">This item isn’t in the plan anymore.</span>}
          </p>
        )
      }
      aboutField={{
        name: 'item_id',
        field: (entered, error) => (
          <Field label="About" error={error}>
            <Select
              name="item_id"
              defaultValue={entered?.item_id ?? (isKnown ? itemId : '')}
              options={[
                { value: '', label: 'The whole plan' },
                ...plan.items.map(({ _id, title }) => ({ value: _id, label: title })),
              ]}
            />
          </Field>
        ),
      }}
    />
  )
}
