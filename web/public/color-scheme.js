// A file of its own, loaded before the first paint: the content security policy allows no inline
// script, and dark must not flash light.
(() => {
  const page = document.documentElement;
  const name = 'data-mantine-color-scheme';
  try {
    if (localStorage.getItem('samay-color-scheme') === 'dark') page.setAttribute(name, 'dark');
  } catch {
    // Storage is closed to us: the page stays light.
  }

  // The bar that an installed Samay has around it goes with the scheme.
  const bar = document.querySelector('meta[name="theme-color"]');
  const colour = () =>
    bar?.setAttribute('content', page.getAttribute(name) === 'dark' ? '#171614' : '#0f766e');
  new MutationObserver(colour).observe(page, { attributeFilter: [name] });
  colour();

  // Paper is white.
  let shown;
  addEventListener('beforeprint', () => {
    shown = page.getAttribute(name) ?? 'light';
    page.setAttribute(name, 'light');
  });
  addEventListener('afterprint', () => {
    if (shown) page.setAttribute(name, shown);
    shown = undefined;
  });
})();
