/**
 * The port for sites that posts are published on. There is one adapter per vendor in this folder. An adapter sends only what it's given,
 * follows no redirect with credentials, and throws an AppError that says what to do.
 */

export const destinationKinds = ['wordpress', 'ghost', 'shopify', 'webflow', 'webhook', 'blog'] as const
export type DestinationKind = (typeof destinationKinds)[number]

/** What the credentials allow. */
export type Capabilities = { drafts: boolean; publish: boolean; media: boolean }

/** How the text of a post is written: WordPress blocks, HTML with Ghost's cards, or plain HTML. */
export type ContentFormat = 'gutenberg' | 'ghost' | 'html'

export type RemoteState = 'draft' | 'scheduled' | 'published' | 'unpublished'

/** In every post that can hold one, so that a post is found again when its creation wasn't recorded. */
export type PostMarker = { publicationId: string; attemptId: string }

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const markerPattern = new RegExp(`earshot:(${uuid}):(${uuid})`)

export const toMarkerText = ({ publicationId, attemptId }: PostMarker) => `${toMarkerStart(publicationId)}${attemptId}`

/** What every marker of a publication begins with. */
export const toMarkerStart = (publicationId: string) => `earshot:${publicationId}:`

/** Our marker in anything that holds it. */
export function readMarker(text: string): PostMarker | null {
  const found = markerPattern.exec(text)
  return found && { publicationId: found[1]!, attemptId: found[2]! }
}

export type RemotePost = {
  id: string
  url: string | null
  slug: string | null
  title: string
  state: RemoteState
  /** The text as the destination stores it, as HTML. */
  content: string
  /** Everything a person could have edited there: two equal ones are the same post. */
  fingerprint: string
  marker: PostMarker | null
  createdAt: Date | null
  modifiedAt: Date | null
  /** Who edited it last, where the destination says so. */
  modifiedBy: string | null
}

export type ArticleImage = { key: string; name: string; alt: string; mime: string; bytes: Uint8Array<ArrayBuffer> }
export type RemoteImage = { id: string | null; url: string }

export type Article = {
  marker: PostMarker
  title: string
  // Null leaves what the destination has: people there may have changed it.
  slug: string | null
  excerpt: string | null
  language: string
  /** In the adapter's format, with the marker where the format has a place for it. */
  content: string
  /** The same as the document has it, with the pages that its `[^n]` cite. */
  markdown: string
  sources: { n: number; url: string; title: string }[]
  status: 'draft' | 'publish'
  // Null, as above.
  tags: string[] | null
  categories: string[] | null
  /** As the destination knows the author: a user name, an email or a plain name. */
  author: string | null
  cover: (RemoteImage & { alt: string }) | null
  seo: { title: string; description: string; canonical: string } | null
  /** FAQPage and the like as JSON. Null without one. */
  structuredData: string | null
}

/** A field of a Webflow collection, for the mapping of fields. */
export type CollectionField = { id: string; name: string; type: string; required: boolean }

export type Checked = {
  can: Capabilities
  /** What the adapter found out and needs later, such as the address of the API. Never a secret. */
  found: Record<string, string>
  /** Whether scripts such as JSON-LD stay in posts. */
  keepsScripts: boolean
  collections?: { id: string; name: string; fields: CollectionField[] }[]
}

export type PublishingAdapter = {
  format: ContentFormat
  /** Whether posts hold our marker. Without it a post is told by its address, its title and when it was created. */
  hasMarkers: boolean
  /** Whether posts can be read back. Without it they are sent again, which is harmless there. */
  readsPosts: boolean
  /** What the credentials allow. @throws AppError */
  check(): Promise<Checked>
  /** Null: it was deleted there. */
  get(id: string): Promise<RemotePost | null>
  /** The post at an address, whatever its status. */
  findBySlug(slug: string): Promise<RemotePost | null>
  /** The post that holds our marker of a publication, at whatever address the destination gave it. Null: it can't search for one. */
  findByMarker: ((publicationId: string) => Promise<RemotePost | null>) | null
  create(article: Article): Promise<RemotePost>
  update(post: RemotePost, article: Article): Promise<RemotePost>
  /**
   * Makes the second of two requests where saving a post and putting it on the site, or taking it off, are two. Repeating it is harmless.
   * Null: one request does both.
   */
  completeSaved: ((post: RemotePost, status: Article['status']) => Promise<RemotePost>) | null
  /** Takes a post off the site and keeps its text. */
  unpublish(post: RemotePost): Promise<RemotePost>
  /** Null: images stay where they are and are linked. `find` finds one whose upload wasn't recorded. */
  media: { find(key: string): Promise<RemoteImage | null>; upload(image: ArticleImage): Promise<RemoteImage> } | null
}
