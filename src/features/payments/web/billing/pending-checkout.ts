const key = 'payment_under_way'

/** Remembers the order of a checkout for this tab, since not every provider redirects back. */
export function savePendingOrder(reference: string) {
  try {
    sessionStorage.setItem(key, reference)
  } catch {
    // Storage is blocked. The provider's redirect or the payments list shows the result.
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
    // Storage is blocked, so nothing was saved.
  }
}
