import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { routes } from './src/web/routes.ts'

/**
 * The pages: `client/` and `server/` below the folder given by `--outDir` (dist by default).
 * The server part leaves packages to node_modules, so it must lie inside the repository.
 */
export default defineConfig({
  plugins: [
    tanstackStart({
      srcDirectory: 'src/web',
      router: {
        routesDirectory: '.',
        virtualRouteConfig: routes,
        generatedRouteTree: 'routes.gen.ts',
        // the source is read as written by Node, tsc and Vite alike: imports carry their endings
        addExtensions: true,
      },
    }),
    react(),
  ],
  build: { target: 'es2022' },
})
