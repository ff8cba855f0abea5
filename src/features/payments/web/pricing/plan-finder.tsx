import { unlimited } from '#features/plans/contract-tools.ts'
import { dollars } from '#features/plans/rules/plan-labels.ts'
import { Button } from '#ui/button.tsx'
import { formatCount } from '#ui/format/format.ts'
import type { Interval } from '../../contract.ts'
import {
  type NeedName,
  type Needs,
  needNames,
  type Recommendation,
  type Shortfall,
  toAnswersHref,
  type Use,
} from '../../rules/recommend-plan.ts'

const questions: Record<NeedName, string> = {
  reports: 'Reports a month',
  clusters: 'Keywords a month',
  ai: 'AI texts a month',
  search_listener: 'Topics to track',
  workspaces: 'Sites or clients',
  members: 'People in a workspace',
}
const units: Record<NeedName, [one: string, many: string]> = {
  reports: ['report a month', 'reports a month'],
  clusters: ['keyword a month to group', 'keywords a month to group'],
  ai: ['AI text a month', 'AI texts a month'],
  search_listener: ['listener', 'listeners'],
  workspaces: ['workspace', 'workspaces'],
  members: ['member in a workspace', 'members in a workspace'],
}
const switches = {
  volumes: 'Live search volume, CPC and difficulty',
  domain: 'Shared reports on my own domain',
} as const

export type Example = { label: string; needs: Needs; recommendation: Recommendation | null }
export type PlanFinderProps = {
  needs: Needs
  recommendation: Recommendation | null
  /** What it answers to common needs. */
  examples: Example[]
  interval: Interval
}

/** Asks for what the plans limit, and names the cheapest one that holds it. A plain form: the answer is a page of its own. */
export function PlanFinder({ needs, recommendation, examples, interval }: PlanFinderProps) {
  const answered = Object.keys(needs).length > 0
  return (
    <section id="finder" className="mt-14" aria-labelledby="finder-title">
      <h2 id="finder-title" className="heading">
        Which plan do I need?
      </h2>
      <form action="/pricing#finder" className="mt-4 rounded-l border border-line bg-panel px-5 py-5" noValidate>
        {interval === 'year' && <input type="hidden" name="interval" value="year" />}
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-3 lg:grid-cols-6">
          {needNames.map((need) => (
            <div key={need}>
              <label htmlFor={`need-${need}`} className="text-s font-[550]">
                {questions[need]}
              </label>
              <input
                id={`need-${need}`}
                name={need}
                type="number"
                inputMode="numeric"
                min={0}
                placeholder="0"
                defaultValue={needs[need]}
                className="mt-1.5 h-8.5 w-full rounded-m border border-mark bg-panel px-2.5 text-s"
              />
            </div>
          ))}
        </div>
        <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
          {(['volumes', 'domain'] as const).map((need) => (
            <label key={need} className="flex min-h-6 items-center gap-2 text-s">
              <input type="checkbox" name={need} value="1" defaultChecked={needs[need]} className="size-4" />
              {switches[need]}
            </label>
          ))}
          <Button type="submit" className="ml-auto">
            Find plan
          </Button>
        </div>
        {!answered && <Examples examples={examples} interval={interval} />}
        {answered && (
          <div role="status" className="mt-5 border-line border-t pt-4 text-m">
            {recommendation ? (
              <Answer recommendation={recommendation} interval={interval} />
            ) : (
              <p>No plan here holds that much. On your own server there are no limits.</p>
            )}
          </div>
        )}
      </form>
    </section>
  )
}

/** Without answers: what the same rule says for common needs. Each is a link with those answers, so they can be changed. */
function Examples({ examples, interval }: Pick<PlanFinderProps, 'examples' | 'interval'>) {
  const known = examples.filter(({ recommendation }) => recommendation !== null)
  if (known.length === 0) return null
  return (
    <div className="mt-5 border-line border-t pt-4">
      <h3 className="text-ink-2 text-s">Examples</h3>
      <ul className="mt-1.5 text-s">
        {known.map(({ label, needs, recommendation }) => (
          <li key={label} className="flex flex-wrap items-baseline gap-x-2 py-1">
            <a className="link" href={`${toAnswersHref(needs, interval)}#finder`}>
              {label}
            </a>
            <span className="text-ink-2">
              {recommendation!.uses.map(describeNeed).join(', ')}: {recommendation!.plan.label},{' '}
              {toPrice(recommendation!.cost, interval)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const toPrice = (cost: number, interval: Interval) => (cost === 0 ? 'free' : `${dollars(cost)} a ${interval}`)

function Answer({ recommendation, interval }: { recommendation: Recommendation; interval: Interval }) {
  const { plan, addOn, cost, price, addOnPrice, uses, cheaper } = recommendation
  return (
    <>
      <p>
        <a className="link font-[550]" href={`#plan-${plan.name}`}>
          {plan.label}
          {addOn && ' with live search data'}
        </a>
        : {toPrice(cost, interval)}. It’s the cheapest that holds all of it.
      </p>
      {addOnPrice !== null && (
        <p className="mt-2 text-ink-2 text-s">
          {dollars(price)} for {plan.label} + {dollars(addOnPrice)} for live search data = {dollars(cost)} a {interval}
        </p>
      )}
      {uses.length > 0 && (
        <ul className="mt-2 text-s">
          {uses.map((use) => (
            <li key={use.need} className="py-0.5">
              {describeUse(use)}
            </li>
          ))}
        </ul>
      )}
      {cheaper.length > 0 && (
        <ul className="mt-2 text-ink-2 text-s">
          {cheaper.map(({ plan: smaller, lacks }) => (
            <li key={smaller.name} className="py-0.5">
              {smaller.label} has {lacks.map(describeShortfall).join(', ')}.
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const describeNeed = ({ need, requested }: Use) => `${formatCount(requested)} ${units[need][requested === 1 ? 0 : 1]}`

/** "40 of 50 reports a month" */
function describeUse({ need, requested, allowance }: Use) {
  if (allowance >= unlimited) return `${describeNeed({ need, requested, allowance })}, without a limit`
  return `${formatCount(requested)} of ${formatCount(allowance)} ${units[need][allowance === 1 ? 0 : 1]}`
}

function describeShortfall(short: Shortfall) {
  if (short.need === 'domain') return 'no custom domain'
  const [one, many] = units[short.need]
  return `${short.allowance === 0 ? 'no' : formatCount(short.allowance)} ${short.allowance === 1 ? one : many}`
}
