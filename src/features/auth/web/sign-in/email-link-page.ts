/** Head of a page whose address may hold a one-time token: neither indexed nor told to other sites. */
export const mailedMeta = (title: string) => [
  { title: `${title} · Earshot` },
  { name: 'robots', content: 'noindex' },
  { name: 'referrer', content: 'same-origin' },
]

export const getToken = (request: Request) => new URL(request.url).searchParams.get('token') ?? ''
