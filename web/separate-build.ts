import { join, resolve } from 'node:path';
import { build, type Plugin, type ResolvedConfig } from 'vite';

/**
 * Builds the pages of a folder into the output folder of the same name, with a configuration of
 * their own: in one build with the application they would share chunks, and each would load code
 * that only the other uses.
 */
export function buildSeparately(folder: 'landing' | 'offline'): Plugin {
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
