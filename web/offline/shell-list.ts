import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The application's files that the offline page uses too. */
const shared = ['color-scheme.js', 'icon.svg'];

/**
 * Lists the files of the offline page for the worker, with a version that changes when one of them
 * does.
 */
export function shellList(publicDirectory: string): Plugin {
  return {
    name: 'shell-list',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const worker = bundle['worker.js'];
        if (worker?.type !== 'chunk') return this.error('There is no worker to tell');
        if (worker.imports.length > 0)
          return this.error('The worker must stand alone: browsers load it without modules');
        const files = Object.values(bundle).filter((file) => file !== worker);
        const hash = createHash('sha256');
        for (const file of files) hash.update(file.type === 'chunk' ? file.code : file.source);
        for (const name of shared) hash.update(readFileSync(join(publicDirectory, name)));
        const shell = [
          ...files.map(({ fileName }) => `/offline/${fileName}`),
          ...shared.map((name) => `/${name}`),
        ];
        worker.code = `self.shell=${JSON.stringify(shell)};self.version="${hash.digest('hex').slice(0, 12)}";${worker.code}`;
      },
    },
  };
}
