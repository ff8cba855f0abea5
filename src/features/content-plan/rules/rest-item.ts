/** Title of the item that holds the keywords that fit no page. */
export const restTitle = 'Keywords without a topic'

/** Whether an item holds keywords of several pages, so that no text can be about it. With a name or URL of its own it’s a page. */
export const isRestItem = ({ title, url }: { title: string; url: string | null }) => title === restTitle && url === null
