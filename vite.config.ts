import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/** The script of pages that the router's scripts stay away from: a second way into the same source. */
const publicScript: Plugin = {
  name: 'public-script',
  apply: 'build',
  buildStart() {
    if (this.environment.name !== 'client') return
    this.emitFile({ type: 'chunk', id: 'src/web/public-tracking.ts', name: 'public-measuring' })
  },
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), publicScript],
  build: { sourcemap: false, target: 'es2022' },
  // On the server too only the icons that are drawn: all of them take memory of every process.
  ssr: { noExternal: ['lucide-react'] },
})
