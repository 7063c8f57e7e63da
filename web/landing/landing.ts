import { sceneQuery } from './scene-query.ts';

const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'scroll'] as const;

// The page is complete without the scene: it loads at the first sign of scrolling and starts from
// the current position.
if (matchMedia(sceneQuery).matches) {
  if (scrollY > 0) begin();
  else for (const sign of signs) addEventListener(sign, begin, { passive: true });
}

function begin(): void {
  for (const sign of signs) removeEventListener(sign, begin);
  void play();
}

/** Removes the scene's scroll space when the scene does not load. */
async function play(): Promise<void> {
  try {
    const scene = await import('./scene.ts');
    scene.play();
  } catch {
    document.documentElement.classList.add('still');
  }
}
