import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { giveJsdomWhatItLacks } from './jsdom-gaps.ts';

// A test of the build itself runs without a page.
if (typeof window !== 'undefined') {
  giveJsdomWhatItLacks();
  // Real HTTP on a busy machine takes its time; the library's own second is for a page without a server.
  configure({ asyncUtilTimeout: 8000 });
  afterEach(() => {
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
  });
  // A page that a test led to may still be on its way: loaded after the file's end, it fails here and for every file after it.
  afterAll(() => vi.dynamicImportSettled());
  // The next file's page: a base left behind would send its addresses to a server that has ended.
  afterAll(() => document.querySelector('base')?.remove());
}
