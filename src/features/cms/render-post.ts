import type { Images } from '#features/images/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import type { ArticleTask } from './article-thread.ts'
import type { Article } from './rules/article-html.ts'
import { renumberMarks } from './rules/number-sources.ts'
import { presentLive, type ReaderPost } from './rules/present-post.ts'
import type { PostRow } from './store/store.ts'

type Dependencies = {
  threads: Threads
  /** Sizes of the images in a text. */
  findImageWidths: Images['widthsIn']
}

/** Renders posts as readers see them. */
export function createPostRenderer({ threads, findImageWidths }: Dependencies) {
  return async (row: PostRow, home: string): Promise<ReaderPost> => {
    const { html, headings, faq, sources } = await render(row)
    return {
      ...presentLive(row, home),
      body_md: renumberMarks(row, sources),
      body_html: html,
      headings,
      faq,
      seo: row.seo,
      sources,
    }
  }

  /** Renders in a worker thread. A post beyond its limits is shown as plain Markdown, cached like any other. */
  async function render(row: PostRow): Promise<Article> {
    const task: ArticleTask = {
      markdown: row.body_md,
      sources: row.sources,
      foreign: row.workspace_id !== null,
      imageWidths: await findImageWidths(row.body_md),
      language: row.lang,
    }
    try {
      return await threads.run<Article>(new URL('./article-thread.ts', import.meta.url), task, {
        pool: 'texts',
        turn: row.workspace_id ?? 'own blog',
      })
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'too_large') throw error
      return { html: `<pre tabindex="0">${escapeHtml(row.body_md)}</pre>`, headings: [], faq: [], sources: row.sources }
    }
  }
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]!)
