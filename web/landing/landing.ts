import { sceneQuery } from './scene-query.ts';

const signs = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'keydown', 'scroll'] as const;

// The page is complete without it: it comes at the first sign that someone is about to scroll, and follows from wherever they are then.
if (matchMedia(sceneQuery).matches) {
  if (scrollY > 0) begin();
  else for (const sign of signs) addEventListener(sign, begin, { passive: true });
}

function begin(): void {
  for (const sign of signs) removeEventListener(sign, begin);
  void play();
}

/** A scene that does not come leaves nothing to scroll through. */
async function play(): Promise<void> {
  try {
    const scene = await import('./scene.ts');
    scene.play();
  } catch {
    document.documentElement.classList.add('still');
  }
}
