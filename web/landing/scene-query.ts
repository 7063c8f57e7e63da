/** Where the hero is pinned: hero.css asks the very same, so that its room is there before the script. */
export const sceneQuery = '(prefers-reduced-motion: no-preference) and (scripting: enabled) and (min-height: 31rem)';
