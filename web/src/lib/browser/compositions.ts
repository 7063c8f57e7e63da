/** The code of each key that a browser hands to the composition of a text. */
const composing = 229;

/**
 * Leaves every key that is pressed while a text is composed, such as a word in Devanagari, to the
 * composition: Enter takes a candidate, the arrows move among them, Escape drops them. No list, form
 * or shortcut sees the key. Returns a function that stops.
 */
export function keepCompositions(): () => void {
  const ending = new AbortController();
  // On the way down to the field, before every other listener. The browser's own action stays.
  window.addEventListener(
    'keydown',
    (event) => {
      // Safari ends a composition before it reports the key that did, and marks it by its code alone.
      if (event.isComposing || event.keyCode === composing) event.stopImmediatePropagation();
    },
    { capture: true, signal: ending.signal },
  );
  return () => ending.abort();
}
