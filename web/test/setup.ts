import '@testing-library/jest-dom/vitest';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { giveJsdomWhatItLacks } from './jsdom-gaps.ts';

giveJsdomWhatItLacks();

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
