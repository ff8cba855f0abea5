const pageSize = 100

type Paging = { page: number; limit: number }

/** All items of a list call, in its order. */
export async function loadAll<T>(loadPage: (paging: Paging) => Promise<{ items: T[]; total: number }>): Promise<T[]> {
  const items: T[] = []
  for (let page = 1; ; page++) {
    const found = await loadPage({ page, limit: pageSize })
    items.push(...found.items)
    if (found.items.length < pageSize || items.length >= found.total) return items
  }
}
