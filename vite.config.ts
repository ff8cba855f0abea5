import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { stripApiDocs } from './scripts/strip-api-docs.ts'
import { stripJsonSchema } from './scripts/strip-json-schema.ts'

/** The script of pages that the router's scripts stay away from: a second way into the same source. */
const publicScript: Plugin = {
  name: 'public-script',
  apply: 'build',
  buildStart() {
    if (this.environment.name !== 'client') return
    this.emitFile({ type: 'chunk', id: 'src/web/tracking/public-tracking.ts', name: 'public-measuring' })
  },
}

/** Modules that most screens share are one file each, which is smaller and faster to fetch than fifty. */
const sharedFiles = {
  codeSplitting: {
    // bench/page-scripts.ts shows when these paths match nothing any more.
    groups: [
      // Pages without the router's scripts load these two alone.
      {
        name: 'tracking',
        test: /\/src\/(web\/(tracking\/tracking|layout\/app-state)\.ts|features\/analytics\/rules\/(consent|event-|unmeasured))/,
        priority: 2,
      },
      { name: 'preload-helper', test: /preload-helper/, priority: 2 },
      {
        name: 'shared',
        // Without what checks forms: most of them are in dialogs, which load when they open. Without what only public pages have.
        test: (id: string) =>
          /\/src\/(ui|kit|web)\/|\/lucide-react\/|\/zod\//.test(id) &&
          !/\/(field-limits|input-issues|use-contract-form|use-focus-invalid|public-frame|public-page-script|public-script)\.ts/.test(
            id,
          ),
        minShareCount: 28,
        priority: 1,
      },
    ],
  },
}

/**
 * Contracts and kit, which the server has loaded from their source already. Its pages import those files, so that memory holds the
 * schemas once. They name them as package.json does.
 */
const loadedByServer = /\/src\/(features\/[\w-]+\/contract(-[\w-]+)?|kit\/[\w/-]+)\.ts$/

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), publicScript, stripApiDocs, stripJsonSchema],
  build: { sourcemap: false, target: 'es2022', reportCompressedSize: false },
  environments: {
    client: { build: { rolldownOptions: { output: sharedFiles } } },
    ssr: {
      build: {
        rolldownOptions: {
          external: loadedByServer,
          makeAbsoluteExternalsRelative: false,
          output: { paths: (id) => id.replace(/^.+\/src\/(kit|features)\//, '#$1/') },
        },
      },
    },
  },
  // On the server too only the icons that are drawn: all of them take memory of every process.
  ssr: { noExternal: ['lucide-react'] },
})
