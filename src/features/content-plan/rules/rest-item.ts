/** Title of the item that holds the keywords that fit no page. */
export const restTitle = 'Keywords without a topic'

/** What people who don’t know the plan’s topics read instead. */
export const guestRestTitle = 'Other keywords'

/** Whether an item holds keywords of several pages, so that no text can be about it. With a name or URL of its own it’s a page. */
export const isRestItem = ({ title, url }: { title: string; url: string | null }) => title === restTitle && url === null
