import { isSameSecret, type Secrets } from '#platform/secrets.ts'

const purpose = 'data-feed'

export type FeedTokens = ReturnType<typeof createFeedTokens>

/** A feed's token: its id and a signature, so that the token isn't stored and can be shown again. */
export function createFeedTokens({ secrets, publicUrl }: { secrets: Secrets; publicUrl: string }) {
  const getToken = (id: string) => {
    const compact = Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')
    return `${compact}${secrets.sign(purpose, id).slice(0, 43)}`
  }
  return {
    getUrl: (id: string, file: string) => `${publicUrl}/feeds/data/${getToken(id)}/${file}`,

    /** The id a token names. Null unless this server made it. */
    getId(token: string): string | null {
      if (!/^[A-Za-z0-9_-]{65}$/.test(token)) return null
      const hex = Buffer.from(token.slice(0, 22), 'base64url').toString('hex')
      const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
      return isSameSecret(getToken(id), token) ? id : null
    },
  }
}
