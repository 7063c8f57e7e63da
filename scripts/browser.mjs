import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/**
 * Path of the browser for the journeys: the machine's own, else Debian's package when we may install it, else the one that Playwright
 * downloads, for which the answer is an empty text. Throws when none can be had.
 */
export async function installBrowser(node, playwright) {
  const present = process.env.CHROMIUM ?? places.find((place) => existsSync(place));
  if (present) return present;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing chromium …');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env });
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], { stdio: 'inherit', env });
    const installed = places.find((place) => existsSync(place));
    if (installed) return installed;
  }
  console.log("Installing Playwright's chromium …");
  if (spawnSync(node, [playwright, 'install', 'chromium'], { stdio: 'inherit' }).status === 0) return '';
  throw new Error('No browser for the journeys: install chromium, or give its path as CHROMIUM.');
}
