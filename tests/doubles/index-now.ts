import { createServer, request } from 'node:http'

type Submission = { host: string; urls: string[]; status: number }

/**
 * IndexNow's endpoint as https://www.indexnow.org/documentation describes it: checks the body, and fetches the key's file from the host
 * (at `served`, with the host's name, since names like blog.example.com lead nowhere here).
 */
export async function startIndexNow() {
  const submissions: Submission[] = []
  let forced: number | null = null
  let served: string | null = null

  async function judge(body: string, type: string): Promise<Submission> {
    let given: { host?: unknown; key?: unknown; keyLocation?: unknown; urlList?: unknown }
    try {
      given = JSON.parse(body)
    } catch {
      return { host: '', urls: [], status: 400 }
    }
    const { host, key, keyLocation, urlList } = given
    const urls = Array.isArray(urlList) ? (urlList as string[]) : []
    const answer = (status: number) => ({ host: String(host), urls, status })
    if (forced !== null) return answer(forced)
    if (!/^application\/json/.test(type) || typeof host !== 'string' || urls.length === 0 || urls.length > 10_000)
      return answer(400)
    if (typeof key !== 'string' || !/^[A-Za-z0-9-]{8,128}$/.test(key)) return answer(400)
    if (urls.some((url) => !URL.canParse(url) || new URL(url).host !== host)) return answer(422)
    const location = new URL(String(keyLocation ?? `https://${host}/${key}.txt`))
    const folder = location.pathname.replace(/[^/]*$/, '')
    if (location.host !== host || urls.some((url) => !new URL(url).pathname.startsWith(folder))) return answer(422)
    return answer((await readKeyFile(host, location.pathname))?.trim() === key ? 200 : 403)
  }

  function readKeyFile(host: string, path: string): Promise<string | null> {
    return new Promise((resolve) => {
      const asked = request(new URL(path, served!), { headers: { Host: host } }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => {
          text += part
        })
        response.on('end', () => resolve(response.statusCode === 200 ? text : null))
      })
      asked.on('error', () => resolve(null))
      asked.end()
    })
  }

  const server = createServer((incoming, response) => {
    let body = ''
    incoming.setEncoding('utf8')
    incoming.on('data', (part: string) => {
      body += part
    })
    incoming.on('end', async () => {
      const submission = await judge(body, String(incoming.headers['content-type']))
      submissions.push(submission)
      response.writeHead(submission.status)
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/indexnow`,
    submissions,
    /** Where the hosts' pages are served. */
    serve(address: string) {
      served = address
    },
    /** Null: judges again. */
    answerWith(status: number | null) {
      forced = status
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}
