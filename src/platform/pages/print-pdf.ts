import { spawn } from 'node:child_process'
import { access, constants, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AppError } from '#kit/errors.ts'

/** Where Chromium and its relatives are installed, by platform. */
const usualPaths: Partial<Record<NodeJS.Platform, string[]>> = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/usr/bin/chromium-headless-shell',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
}

const printSeconds = 45
const maxWaiting = 8

export type PdfPrinter = ReturnType<typeof createPdfPrinter>

/**
 * Prints pages of this installation as PDF with the machine's Chromium: tagged, with bookmarks from the headings. One at a
 * time, since a print takes a processor and some 200 MB.
 * @param chromiumPath the program; by default the first that is installed where it usually is
 */
export function createPdfPrinter({ chromiumPath }: { chromiumPath: string | undefined }) {
  let program: Promise<string | null> | undefined
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const running = new Set<AbortController>()
  const find = () => {
    program ??= firstExecutable(chromiumPath ? [chromiumPath] : (usualPaths[process.platform] ?? []))
    return program
  }
  return {
    /** False where no Chromium is installed. */
    isAvailable: async () => (await find()) !== null,

    /**
     * @param url a page of this installation; nothing of other hosts is loaded
     * @throws AppError unavailable: too many wait, or Chromium failed
     */
    async print(url: string): Promise<Buffer> {
      const found = await find()
      if (!found) throw failed('This server has no Chromium to make PDFs with.')
      if (waiting >= maxWaiting)
        throw new AppError('unavailable', 'Too many PDFs are being made. Try again in a minute.', {
          reason: 'pdf_queue_full',
          retryAfterSeconds: 60,
        })
      waiting += 1
      const turn = last.then(() => printOne(found, url))
      last = turn.catch(() => {})
      return turn.finally(() => {
        waiting -= 1
      })
    },

    close() {
      for (const one of running) one.abort()
    },
  }

  async function printOne(program: string, url: string): Promise<Buffer> {
    const folder = await mkdtemp(path.join(tmpdir(), 'earshot-pdf-'))
    const stopper = new AbortController()
    running.add(stopper)
    try {
      const file = path.join(folder, 'page.pdf')
      await runChromium(program, getArguments(url, folder, file), folder, stopper)
      return await readFile(file)
    } catch (cause) {
      throw failed('The PDF couldn’t be made. Try again, or print the page.', cause)
    } finally {
      running.delete(stopper)
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    }
  }
}

const failed = (message: string, cause?: unknown) =>
  new AppError('unavailable', message, { reason: 'pdf_failed', cause })

async function firstExecutable(paths: string[]): Promise<string | null> {
  for (const file of paths)
    if (
      await access(file, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return file
  return null
}

const getArguments = (url: string, folder: string, file: string) => [
  '--headless',
  '--disable-gpu',
  '--no-first-run',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-dev-shm-usage',
  // Chromium's sandbox doesn't work as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  `--user-data-dir=${path.join(folder, 'profile')}`,
  // Only this installation is reachable, whatever the page refers to.
  `--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE ${new URL(url).hostname}`,
  '--no-pdf-header-footer',
  '--generate-pdf-document-outline',
  `--print-to-pdf=${file}`,
  url,
]

/** Ends with the program. Its environment holds none of ours. */
async function runChromium(program: string, args: string[], folder: string, stopper: AbortController): Promise<void> {
  const timer = setTimeout(() => stopper.abort(), printSeconds * 1000)
  const isPosix = process.platform !== 'win32'
  try {
    await new Promise<void>((resolve, reject) => {
      const child = spawn(program, args, {
        cwd: folder,
        env: {
          PATH: '/usr/local/bin:/usr/bin:/bin',
          SystemRoot: 'C:\\Windows',
          HOME: folder,
          TMPDIR: folder,
          LANG: 'en_US.UTF-8',
        },
        stdio: 'ignore',
        // Its own process group, so that its helpers end with it.
        detached: isPosix,
      })
      stopper.signal.addEventListener('abort', () => {
        try {
          if (isPosix && child.pid) process.kill(-child.pid, 'SIGKILL')
          else child.kill('SIGKILL')
        } catch {
          // It has ended already.
        }
      })
      child.once('error', reject)
      child.once('exit', (code, signal) =>
        code === 0 ? resolve() : reject(new Error(`Chromium ended with ${signal ?? code}`)),
      )
    })
  } finally {
    clearTimeout(timer)
  }
}
