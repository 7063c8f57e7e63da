import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// Prefers the headless shell: it draws no window and needs a third less time.
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
const packages = ['chromium-headless-shell', 'chromium'];

/**
 * Returns the path of a Chromium for the journeys: the machine's own, otherwise one of Debian's
 * packages when this is root. Returns an empty text for the one that Playwright downloads. Throws
 * when there is none.
 */
export async function installBrowser(node, playwright) {
  const present = process.env.CHROMIUM ?? places.find((place) => existsSync(place));
  if (present) return present;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing chromium …');
    const apt = (...args) =>
      spawnSync('apt-get', args, {
        stdio: 'inherit',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    apt('update', '-qq');
    for (const name of packages) {
      apt('install', '-y', '-qq', '--no-install-recommends', name);
      const installed = places.find((place) => existsSync(place));
      if (installed) return installed;
    }
  }
  console.log("Installing Playwright's chromium …");
  if (spawnSync(node, [playwright, 'install', 'chromium'], { stdio: 'inherit' }).status === 0) return '';
  throw new Error('No browser for the journeys: install chromium, or give its path as CHROMIUM.');
}
