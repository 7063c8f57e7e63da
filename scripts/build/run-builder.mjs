import { spawn } from 'node:child_process';

/**
 * Runs a bundler's command. The output of a failed build becomes the error's message; that of a
 * successful one is not shown.
 *
 * @param {string} node
 * @param {readonly string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, failed: string }} options `failed`: the sentence
 *   above the output
 * @returns {Promise<void>}
 */
export function runBuilder(node, args, { cwd, env = process.env, failed }) {
  return new Promise((resolve, reject) => {
    // With NODE_ENV=development the pages would contain React's development build.
    const child = spawn(node, args, {
      cwd,
      env: { ...env, NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${failed}\n${output.trim()}`)),
    );
  });
}
