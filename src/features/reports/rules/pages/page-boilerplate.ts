import type { PageElement } from './page-parser.ts'

const words = (list: string) => new Set(list.trim().split(/\s+/))

/** Elements whose text isn't visible content. */
const silentTags = words(`
  head title script style noscript template svg math iframe frame frameset noframes object embed applet canvas audio video
  map nav aside dialog menu input select textarea option optgroup datalist progress meter output rp rt link meta`)

const silentRoles = words(`
  navigation banner contentinfo complementary search dialog alertdialog menu menubar toolbar tooltip progressbar`)

/** Names of elements around the content, on any site. */
const boilerplateWords = words(`
  nav navi navbar navigation subnav topnav menu submenu megamenu breadcrumb breadcrumbs crumbs crumb pager pagination paging
  sidebar sidebars rail footer foot colophon masthead topbar toolbar
  share shares sharing sharebar sharedaddy social socials sociable addthis addtoany shariff follow
  newsletter subscribe subscription optin signup login register
  cookie cookies consent gdpr popup modal overlay lightbox offcanvas
  related recommended recommendation recommendations relatedposts relatedarticles yarpp outbrain taboola
  comment comments commentlist commentform respond disqus kommentar kommentare
  ad ads adsense advert adverts advertisement advertising adslot adbox sponsor sponsored sponsors promo promotion promoted werbung anzeige anzeigen
  poll survey infobox factbox faktenbox whatsapp slidein pullquote affiliate sns ranking rightcolumn toc
  bio authorbox tagcloud taglist skip skiplink copyright imprint impressum trending mostread bestseller`)

/** Matches whole names only: `field-label-hidden` is visible. */
const hiddenNames = words(
  'hidden is-hidden hide d-none invisible visually-hidden visuallyhidden element-invisible sr-only screen-reader-text noprint no-print',
)

/** Names that content has too: boilerplate only with little prose. */
const doubtfulWords = words(`
  byline author authors autor tags tag meta postmeta entrymeta metadata postinfo timestamp date
  rating ratings rate votes widget widgets banner banners toolbox tools header
  disclaimer dates lastchanged textauthor kicker attribution`)

/** Names of captions and of frames around images: boilerplate with at most a few sentences. */
const captionWords = words('caption captions credit credits legend image photo picture foto bild bildunterschrift')

/** Names of promos for other pages: boilerplate only with links. */
const showcaseWords = words('teaser teasers popular carousel slider slideshow gallery')

/** Long enough to have the same meaning inside a longer word. */
const boilerplateParts =
  /footer|sidebar|breadcrumb|newsletter|navigation|navbar|pagination|advert|sponsor|related(?:post|article|link|stor|broadcast|content|topic|news)|tableofcontents|readnext|alsoread|moreon|infeed|disqus|outbrain|taboola|cookie|comments?(?:area|list|form|section)|sharing|socialmedia|mostread|mostpopular/

/** Modifier names such as `has-sidebar`, `tag-gardening` and `no-share`, which don't describe the element itself. */
const combined =
  /^(?:has|no|with|without|tag|category|cat|format|status|type|postid|page-template|single-format|hide|enable|js|col|layout)[-_]/i

const questionTags = words('h1 h2 h3 h4 h5 h6 dt summary')
const maxAttributeLength = 2000
const wrapperTags = words('html body main article')
const hiddenStyle = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i

export type Boilerplate = 'certain' | 'doubtful' | 'caption' | 'showcase' | null

/** True for elements that are hidden or not text. */
export function isSilent(element: PageElement): boolean {
  const { tag, attrs } = element
  if (silentTags.has(tag)) return true
  if ('hidden' in attrs && attrs.hidden !== 'until-found') return true
  if (attrs['aria-hidden'] === 'true') return true
  if (attrs.style && hiddenStyle.test(attrs.style.slice(0, maxAttributeLength))) return true
  const role = attrs.role?.trim().toLowerCase()
  if (tag === 'button' || role === 'button') return !isQuestion(element)
  return role !== undefined && silentRoles.has(role)
}

/** FAQ questions are often buttons that expand the answer, in headings or with a "?". */
function isQuestion(element: PageElement) {
  if (questionTags.has(element.tag) || (element.parent && questionTags.has(element.parent.tag))) return true
  return /[?？؟]\s*$/.test(toText(element))
}

function toText(element: PageElement): string {
  return element.children.map((child) => (typeof child === 'string' ? child : toText(child))).join('')
}

/** Classifies an element by class and id: around the content (menus, share buttons, comments) or content. */
export function getBoilerplate(element: PageElement): Boilerplate {
  const { tag, attrs } = element
  if (wrapperTags.has(tag)) return null
  if (tag === 'footer' && element.parent?.tag !== 'blockquote') return 'certain'
  if (tag === 'figcaption') return 'certain'
  const byTag = tag === 'header' || tag === 'form' ? 'doubtful' : null
  if (!attrs.class && !attrs.id) return byTag
  const names = `${attrs.class ?? ''} ${attrs.id ?? ''}`.slice(0, maxAttributeLength).replace(randomId, '')
  let found = boilerplateNames.get(names)
  if (found === undefined) {
    found = classifyNames(names)
    if (boilerplateNames.size > 5000) boilerplateNames.clear()
    boilerplateNames.set(names, found)
  }
  return found ?? byTag
}

/** A UUID, whose letters mean nothing: "ad6ed79d-88fd-4c8e-a27a-ff8349c9446f". */
const randomId = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi

const boilerplateNames = new Map<string, Boilerplate>()

function classifyNames(names: string): Boilerplate {
  let found: Boilerplate = null
  for (const name of names.split(/\s+/)) {
    if (hiddenNames.has(name)) return 'certain'
    if (!name || combined.test(name)) continue
    // In `block--hidden-label`, the text after "--" is a variant.
    const own = name.replace(/(?<=[\p{L}\d])--.*/u, '')
    const lower = own.toLowerCase()
    if (boilerplateParts.test(lower.replace(/[-_]/g, ''))) return 'certain'
    for (const word of own
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^\p{L}]+/u)) {
      if (boilerplateWords.has(word)) return 'certain'
      if (doubtfulWords.has(word)) found = 'doubtful'
      else if (captionWords.has(word)) found = found === 'doubtful' ? found : 'caption'
      else if (showcaseWords.has(word)) found ??= 'showcase'
    }
  }
  return found
}
