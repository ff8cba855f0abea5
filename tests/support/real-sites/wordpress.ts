import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '../../faults/earshot-process.ts'
import { end, hasMariaDb, startMariaDb, waitUntil } from './mariadb.ts'

/**
 * A real WordPress: the one at WORDPRESS_URL, or one from the files in WORDPRESS_DIR, such as /usr/share/wordpress of Debian's packages
 * `wordpress`, `wordpress-theme-twentytwentythree`, `php-cli`, `php-mysql`, `php-gd` and `mariadb-server`.
 */

const source = process.env.WORDPRESS_DIR ?? ''
const run = promisify(execFile)

export type RealSite = { url: string; credentials: Record<string, string>; stop(): Promise<void> }

export const hasWordPress = () =>
  process.env.WORDPRESS_URL !== undefined ||
  (hasMariaDb() && existsSync('/usr/bin/php') && source !== '' && existsSync(path.join(source, 'wp-load.php')))

export async function startRealWordPress(): Promise<RealSite> {
  const { WORDPRESS_URL: given, WORDPRESS_USERNAME, WORDPRESS_APPLICATION_PASSWORD } = process.env
  if (given) {
    const credentials = { username: WORDPRESS_USERNAME!, application_password: WORDPRESS_APPLICATION_PASSWORD! }
    return { url: given, credentials, stop: async () => undefined }
  }
  const folder = await mkdtemp(path.join(tmpdir(), 'wp-'))
  const database = await startMariaDb(folder, await freePort())
  await database.query('create database wordpress')
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const site = path.join(folder, 'site')
  // The package links to libraries elsewhere in the system, so they're copied as files.
  await cp(source, site, { recursive: true, dereference: true, filter: (from) => !from.includes('/wp-content') })
  const content = path.join(site, 'wp-content')
  await mkdir(path.join(content, 'uploads'), { recursive: true })
  for (const name of ['themes', 'plugins'])
    await symlink(path.join(source, 'wp-content', name), path.join(content, name))
  await writeFile(path.join(site, 'wp-config.php'), config(url, database.socket))
  await writeFile(path.join(site, 'router.php'), router)
  const setup = path.join(folder, 'setup.php')
  await writeFile(setup, install(site, url))
  const { stdout } = await run('/usr/bin/php', [setup], { maxBuffer: 10_000_000 })
  const password = /password=(.+)$/m.exec(stdout)?.[1]
  if (!password) throw new Error(`WordPress could not be installed: ${stdout}`)
  const server = spawn(
    '/usr/bin/php',
    [
      '-d',
      'upload_max_filesize=10M',
      '-d',
      'post_max_size=12M',
      '-S',
      `127.0.0.1:${port}`,
      '-t',
      site,
      path.join(site, 'router.php'),
    ],
    {
      cwd: site,
      env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' },
      stdio: 'ignore',
      detached: true,
    },
  )
  await waitUntil(async () => {
    const response = await fetch(`${url}/wp-json/`)
    if (!response.ok) throw new Error(`${response.status}`)
  }, 'WordPress')
  return {
    url,
    credentials: { username: 'editor', application_password: password },
    async stop() {
      await end(server, { group: true })
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Application passwords need https or a local site. */
const config = (url: string, socket: string) => `<?php
define('DB_NAME', 'wordpress');
define('DB_USER', 'root');
define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:${socket}');
define('DB_CHARSET', 'utf8mb4');
define('WP_HOME', '${url}');
define('WP_SITEURL', '${url}');
define('WP_ENVIRONMENT_TYPE', 'local');
define('WP_HTTP_BLOCK_EXTERNAL', true);
define('AUTOMATIC_UPDATER_DISABLED', true);
define('DISABLE_WP_CRON', true);
define('AUTH_KEY', 'test'); define('SECURE_AUTH_KEY', 'test'); define('LOGGED_IN_KEY', 'test'); define('NONCE_KEY', 'test');
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
`

/** Files as they are, everything else by WordPress, as a web server with pretty permalinks does. */
const router = `<?php
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path !== '/' && is_file(__DIR__ . $path)) return false;
if (is_file(__DIR__ . $path . '/index.php') && str_starts_with($path, '/wp-admin')) return false;
$_SERVER['SCRIPT_NAME'] = '/index.php';
require __DIR__ . '/index.php';
`

const install = (site: string, url: string) => `<?php
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = '${new URL(url).host}';
$_SERVER['REQUEST_URI'] = '/';
require '${site}/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Hollow Oak Coffee', 'editor', 'editor@example.com', true, '', 'a long password');
update_option('permalink_structure', '/%postname%/');
$themes = array_keys(wp_get_themes());
if ($themes) switch_theme(end($themes));
global $wp_rewrite;
$wp_rewrite->init();
$wp_rewrite->flush_rules(false);
list($password) = WP_Application_Passwords::create_new_application_password(get_user_by('login', 'editor')->ID, ['name' => 'Earshot']);
echo "\\npassword=$password\\n";
`
