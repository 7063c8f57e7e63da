const wantsScene = matchMedia('(prefers-reduced-motion: no-preference) and (min-width: 48em)');

// The page is complete without it; it comes once the page is painted and the browser has time.
if (wantsScene.matches) addEventListener('load', () => requestIdleCallback(() => void import('./scene.ts').then(({ play }) => play())));
