/**
 * The media query of a pinned hero. hero.css has the same one, so that its space is reserved before
 * the script runs.
 */
export const sceneQuery =
  '(prefers-reduced-motion: no-preference) and (scripting: enabled) and (min-height: 31rem)';
