import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { giveJsdomWhatItLacks } from './jsdom-gaps.ts';

// A test of the build itself runs without a page.
if (typeof window !== 'undefined') {
  giveJsdomWhatItLacks();
  afterEach(() => {
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
  });
}
