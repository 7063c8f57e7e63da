// A file of its own, loaded before the first paint: the content security policy allows no inline script, and dark must not flash light.
try {
  if (localStorage.getItem('samay-color-scheme') === 'dark') document.documentElement.dataset.mantineColorScheme = 'dark';
} catch {
  // Storage is closed to us: the page stays light.
}
