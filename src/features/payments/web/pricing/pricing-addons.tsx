import type { ReactNode } from 'react'
import { dollars } from '#features/plans/rules/plan-labels.ts'
import { buttonClass } from '#ui/button.tsx'
import { type CatalogItem, maxCodes, type WaysToPay } from '../../contract.ts'
import { paymentPages } from '../../rules/payment-pages.ts'

export type PricingAddonsProps = {
  items: CatalogItem[]
  ways: WaysToPay
  signedIn: boolean
  /** The error of the codes form, with what was entered. */
  refused: { refusal: string | null; qty: string } | null
}

/** Add-ons and codes. */
export function PricingAddons({ items, ways, signedIn, refused }: PricingAddonsProps) {
  const codes = items.find(({ kind }) => kind === 'code')
  const volumes = items.find(({ feature }) => feature === 'seodata')
  const toBilling = (part: string) => {
    const to = paymentPages.billing + part
    return signedIn ? to : `/signup?redirect_to=${encodeURIComponent(to)}`
  }
  return (
    <section className="mt-14" aria-labelledby="beside">
      <h2 id="beside" className="heading">
        Add-ons
      </h2>
      <div className="mt-5 border-line border-t">
        {volumes && (
          <Offer
            name={volumes.label}
            price={[
              volumes.price.month !== undefined && `${dollars(volumes.price.month)}/month`,
              volumes.price.year !== undefined && `${dollars(volumes.price.year)}/year`,
            ]
              .filter(Boolean)
              .join(', or ')}
          >
            Live search volume, cost per click and keyword difficulty. Included in Pro and Agency; add it to Free or
            Starter. Without it, these numbers come from the files you import.
            {ways.card && (
              <To href={toBilling('#volumes')}>{signedIn ? 'Add in Billing' : 'Create account to add it'}</To>
            )}
          </Offer>
        )}
        {codes && (
          <Offer
            name="Lifetime codes"
            price={codes.price.once === undefined ? '' : `${dollars(codes.price.once)} each, one-time`}
          >
            One code gives you Starter, two Pro, three Agency, for as long as this server runs. They never renew, and
            anyone who has a code can redeem it. {ways.crypto && 'Sign in to pay in USDC through Coinbase. '}
            {/* Signed-in users buy under Billing, where codes are redeemed immediately. */}
            {ways.card_signed_out && !(signedIn && ways.card) ? (
              <CodesForm refused={refused} />
            ) : (
              ways.card && (
                <To href={toBilling('#codes')}>{signedIn ? 'Buy in Billing' : 'Create account to buy codes'}</To>
              )
            )}
          </Offer>
        )}
      </div>
    </section>
  )
}

const Offer = ({ name, price, children }: { name: string; price: string; children: ReactNode }) => (
  <div className="grid items-baseline gap-x-10 gap-y-2 border-line border-b py-7 sm:grid-cols-[minmax(0,4fr)_minmax(0,8fr)]">
    <div>
      <h3 className="text-[clamp(24px,2.6vw,32px)] leading-[1.1] font-[450] font-serif tracking-[-0.015em]">{name}</h3>
      <p className="mt-1.5 text-m text-ink-2">{price}</p>
    </div>
    <div className="max-w-[46em] text-m text-ink-2 leading-relaxed">{children}</div>
  </div>
)

const To = ({ href, children }: { href: string; children: ReactNode }) => (
  <p className="mt-2">
    <a className="link text-ink" href={href}>
      {children}
    </a>
  </p>
)

/** Buys codes without an account; they are emailed to the payer. */
function CodesForm({ refused }: { refused: PricingAddonsProps['refused'] }) {
  return (
    <form method="post" action="/pricing#codes" id="codes" className="mt-4" noValidate>
      <label htmlFor="qty" className="text-s font-[550] text-ink">
        Quantity
      </label>
      <div className="mt-1.5 flex items-stretch gap-2">
        <input
          id="qty"
          name="qty"
          type="number"
          inputMode="numeric"
          min={1}
          max={maxCodes}
          required
          // biome-ignore lint/a11y/noAutofocus: without scripts this is the only way to move focus to the refused field
          autoFocus={refused !== null}
          defaultValue={refused?.qty || '1'}
          aria-describedby={refused ? 'qty-refused qty-hint' : 'qty-hint'}
          aria-invalid={refused ? true : undefined}
          className="h-8.5 w-20 rounded-m border border-mark bg-panel px-2.5 text-ink text-s aria-invalid:border-bad"
        />
        <button type="submit" data-busy="One moment…" className={buttonClass('outline')}>
          Buy with card
        </button>
      </div>
      {refused && (
        <p id="qty-refused" role="alert" className="mt-1.5 text-bad text-s">
          {refused.refusal}
        </p>
      )}
      <p id="qty-hint" className="mt-1.5 text-ink-3 text-s">
        No account needed. Codes are emailed to the payer.
      </p>
    </form>
  )
}
