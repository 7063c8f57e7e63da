import { join, resolve } from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';

/**
 * Builds the pages of a folder into one of the same name beside the application, by a configuration of their own: one build for both
 * would share chunks between them, and each would load what only the other needs.
 */
export function builtBeside(folder: 'landing' | 'offline'): Plugin {
  let application: ResolvedConfig;
  return {
    name: `${folder}-pages`,
    apply: 'build',
    configResolved: (config) => void (application = config),
    async closeBundle(error) {
      if (error || !application.build.write) return;
      await build({
        configFile: join(import.meta.dirname, folder, 'vite.config.ts'),
        logLevel: application.logLevel ?? 'warn',
        build: { outDir: resolve(application.root, application.build.outDir, folder), emptyOutDir: true },
      });
    },
  };
}
