import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { giveJsdomWhatItLacks } from './jsdom-gaps.ts';

// Tests of the build run without a document.
if (typeof window !== 'undefined') {
  giveJsdomWhatItLacks();
  // Real HTTP on a busy machine is slow: the library's default of one second assumes no server.
  configure({ asyncUtilTimeout: 20_000 });
  afterEach(() => {
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
  });
  // Dynamic imports that a test started may be pending: loaded after the file's end, they would fail here and in every later file.
  afterAll(() => vi.dynamicImportSettled());
  // A base left behind would send the next file's requests to a server that has ended.
  afterAll(() => document.querySelector('base')?.remove());
}
