import type { Plugin } from 'vite';

/**
 * Preloads the font: with `font-display: optional` it is used only if it has loaded for the first
 * paint.
 */
export function preloadFont(): Plugin {
  return {
    name: 'samay:preload-font',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const font = Object.keys(bundle ?? {}).find((file) => /inter-latin-wght/.test(file));
        if (!font) throw new Error('The landing pages have no font to load');
        return [
          {
            tag: 'link',
            injectTo: 'head',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/landing/${font}`,
              crossorigin: '',
            },
          },
        ];
      },
    },
  };
}
