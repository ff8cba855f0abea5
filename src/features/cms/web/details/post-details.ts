import type { Post, PostAuthor } from '../../contract.ts'

/** Cover and author of a post, as fields hold them. */
export type PostDetails = {
  cover: string
  coverAlt: string
  authorName: string
  authorBio: string
  authorImage: string
}

/** `suggested`: the author of a new post. */
export function getPostDetails(
  post: Pick<Post, 'cover' | 'cover_alt' | 'author'> | null,
  suggested: PostAuthor | null = null,
): PostDetails {
  const author = post ? post.author : suggested
  return {
    cover: post?.cover ?? '',
    coverAlt: post?.cover_alt ?? '',
    authorName: author?.name ?? '',
    authorBio: author?.bio ?? '',
    authorImage: author?.image ?? '',
  }
}

/** As calls take them. Without a name there is no author. */
export const toDetailsInput = ({ cover, coverAlt, authorName, authorBio, authorImage }: PostDetails) => ({
  cover,
  cover_alt: cover ? coverAlt : '',
  author:
    authorName.trim() || authorBio.trim() || authorImage
      ? { name: authorName, bio: authorBio, image: authorImage }
      : null,
})

/** Fields that show their own error. */
export const detailFields = ['cover', 'cover_alt', 'author.name', 'author.bio', 'author.image'] as const
