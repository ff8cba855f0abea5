/** A page as lists show it: its path. */
export const toPath = (page: string) => {
  const url = URL.parse(page)
  return url ? `${url.pathname}${url.search}` : page
}
