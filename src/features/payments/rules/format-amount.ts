/** 5900, "usd" → "$59"; 1950 → "$19.50". `amount` is in the currency's smallest unit. */
export function formatAmount(amount: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: /^[a-z]{3}$/i.test(currency) ? currency.toUpperCase() : 'USD',
    trailingZeroDisplay: 'stripIfInteger',
  })
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}
