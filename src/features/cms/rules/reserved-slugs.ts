/** Slugs that would be mistaken for pages of this server, or for its staff. */
const reserved = new Set(
  (
    'about account admin administrator api app assets author authors b billing blog blogs contact cookies docs earshot email feed ' +
    'help home images index legal login logout media me og official page pages post posts preview pricing privacy ' +
    'public r robots root rss search security settings signin signout signup sitemap staff static status support system ' +
    'tag tags team terms user users www'
  ).split(' '),
)

/** An earlier kind of address has the workspace's id in this place. */
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isWorkspaceId = (slug: string) => uuid.test(slug)

export const isReservedSlug = (slug: string) => reserved.has(slug) || isWorkspaceId(slug)
