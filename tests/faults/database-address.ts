import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from './earshot-process.ts'

/** One address in front of a primary and its standbys, as a load balancer, a virtual IP address or a pooler is. */
export type DatabaseAddress = {
  url: string
  /** New connections lead there. `keepOpen`: those that are open stay, as when a DNS name changes. */
  switchTo(port: number, options?: { keepOpen?: boolean }): Promise<void>
  close(): Promise<void>
}

export const hasPgBouncer = (() => {
  try {
    return execFileSync('pgbouncer', ['--version']).length > 0
  } catch {
    return false
  }
})()

export async function startForwarder(port: number): Promise<DatabaseAddress> {
  let target = port
  const open = new Set<Socket>()
  const server = createServer((from) => {
    const to = connect(target, '127.0.0.1')
    const sockets = [from, to]
    for (const socket of sockets) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        for (const other of sockets) other.destroy()
      })
    }
    from.pipe(to)
    to.pipe(from)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const own = (server.address() as { port: number }).port
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: `postgres://postgres@127.0.0.1:${own}/earshot`,
    async switchTo(next, { keepOpen = false } = {}) {
      target = next
      if (!keepOpen) cut()
    },
    async close() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export async function startPgBouncer(port: number): Promise<DatabaseAddress> {
  const folder = await mkdtemp(path.join(tmpdir(), 'earshot-pooler-'))
  await chmod(folder, 0o755)
  const own = await freePort()
  const file = path.join(folder, 'pgbouncer.ini')
  const configure = (target: number) =>
    writeFile(
      file,
      `[databases]
earshot = host=127.0.0.1 port=${target} dbname=earshot user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = session
ignore_startup_parameters = lock_timeout,statement_timeout
default_pool_size = 60
max_client_conn = 200
server_login_retry = 1
query_wait_timeout = 3
${process.getuid?.() === 0 ? 'user = postgres' : ''}
`,
    )
  await configure(port)
  const pooler: ChildProcess = spawn('pgbouncer', ['-q', file], { stdio: 'ignore' })
  return {
    url: `postgres://postgres@127.0.0.1:${own}/earshot`,
    async switchTo(next) {
      await configure(next)
      pooler.kill('SIGHUP')
    },
    async close() {
      const ended = new Promise((resolve) => pooler.once('exit', resolve))
      if (pooler.exitCode === null && pooler.kill('SIGTERM')) await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
