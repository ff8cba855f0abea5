const key = 'payment_under_way'

/** What was gone to pay for, for this window: not every provider leads back by itself. */
export function savePendingOrder(reference: string) {
  try {
    sessionStorage.setItem(key, reference)
  } catch {
    // Storage is off: the provider's page leads back, or the next visit shows what became of it.
  }
}

export function getPendingOrder(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

export function clearPendingOrder() {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is off: there was nothing to forget.
  }
}
