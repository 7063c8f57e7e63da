import type { Plugin } from 'vite';

const unused = '\0unused-scroll-area';

/**
 * Leaves the component library's scroll area, and the positioning library that it imports, out of
 * the pages that show dialogs. Dialog and drawer import it only to compare it with a component that
 * a caller passes for scrolling, and our dialogs pass none: they scroll natively. It saves every
 * page 15 kB (docs/decisions/0057-the-list-and-one-quick-form.md).
 */
export function leanLibrary(): Plugin {
  return {
    name: 'samay:lean-library',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const isDialog = /@mantine[/]core[/]esm[/]components[/](?:Modal|Drawer)[/]\w+Root[.]mjs$/.test(
        importer,
      );
      return isDialog && source.endsWith('/ScrollArea/ScrollArea.mjs') ? unused : null;
    },
    load(id) {
      // Null, because a dialog without such a component compares it with undefined.
      return id === unused ? 'export const ScrollArea = { Autosize: null };' : null;
    },
  };
}
