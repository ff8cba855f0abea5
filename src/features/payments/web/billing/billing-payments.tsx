import { Badge } from '#ui/badge.tsx'
import { formatDay } from '#ui/format/format.ts'
import { SettingsPart } from '#web/layout/settings-section.tsx'
import type { Payment } from '../../contract.ts'
import { formatAmount } from '../../rules/format-amount.ts'
import { paymentStates } from './billing-labels.ts'

/** Payments with the provider's invoices and receipts. */
export function BillingPayments({ payments }: { payments: Payment[] }) {
  return (
    <SettingsPart title="Payments" id="payments">
      {payments.length === 0 ? (
        <p className="text-ink-2">No payments yet. Invoices will appear here.</p>
      ) : (
        <ul className="border-line border-t">
          {payments.map((payment) => {
            const { label, tone } = paymentStates[payment.status]
            return (
              <li
                key={payment._id}
                className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1 border-line border-b py-2.5 sm:grid-cols-[minmax(0,1fr)_7rem_5rem_7rem]"
              >
                <span>
                  {payment.description}{' '}
                  <span className="block text-ink-3 text-xs">
                    {formatDay(payment.at)}
                    {payment.number && ` · ${payment.number}`}
                  </span>
                </span>
                <span className="text-right sm:order-1">
                  {formatAmount(payment.amount, payment.currency)}
                  {payment.refunded > 0 && (
                    <span className="block text-ink-3 text-xs">
                      −{formatAmount(payment.refunded, payment.currency)}
                    </span>
                  )}
                </span>
                <span className="sm:text-right">
                  <Badge tone={tone}>{label}</Badge>
                </span>
                <span className="flex justify-end gap-3 text-xs sm:order-2">
                  {payment.invoice_url && (
                    <a className="link" href={payment.invoice_url} target="_blank" rel="noreferrer">
                      {payment.provider === 'coinbase' ? 'Transaction' : payment.number ? 'Invoice' : 'Receipt'}
                    </a>
                  )}
                  {payment.pdf_url && (
                    <a className="link" href={payment.pdf_url} target="_blank" rel="noreferrer">
                      PDF
                    </a>
                  )}
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </SettingsPart>
  )
}
