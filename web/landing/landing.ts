import { sceneQuery } from './scene-query.ts';

// The page is complete without it; it comes once the page is painted and the browser has time.
if (matchMedia(sceneQuery).matches) addEventListener('load', () => requestIdleCallback(() => void begin()));

/** A scene that does not come leaves nothing to scroll through. */
async function begin(): Promise<void> {
  try {
    const { play } = await import('./scene.ts');
    play();
  } catch {
    document.documentElement.classList.add('still');
  }
}
