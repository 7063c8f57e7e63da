import { expect, it } from 'vitest';
import { pageModules } from '../page-preloads.ts';
import { pageTable, type Path } from '../src/app/page-table.ts';

it.each(Object.entries(pageModules))(
  'preloads on %s the module that the table of pages loads there',
  (path, modules) => {
    const { load } = pageTable[path as Path].component;
    // Reads the function as text, which names the imported file.
    expect(String(load)).toContain(modules.at(-1));
  },
);
