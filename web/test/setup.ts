import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';
import { giveJsdomWhatItLacks } from './jsdom-gaps.ts';
import { forgetDrafts } from '../src/modules/bookings/appointments/book/dialog/booking-drafts.ts';
import { elementError } from './element-error.ts';

// Tests of the build run without a document.
if (typeof window !== 'undefined') {
  giveJsdomWhatItLacks();
  // Real HTTP on a busy machine is slow: the library's default of one second assumes no server.
  configure({
    asyncUtilTimeout: 20_000,
    getElementError: elementError,
  });
  afterEach(() => {
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
    forgetDrafts();
  });
  // Files share a worker's window and, by default, its modules: the leftovers of one (a draft, a
  // prefilled address, a form, a clock) must not reach the next, whose order depends on the
  // machine.
  const head = new Set(document.head.childNodes);
  const { addEventListener } = window;
  const listening: Parameters<typeof addEventListener>[] = [];
  window.addEventListener = (...listener: Parameters<typeof addEventListener>) => {
    listening.push(listener);
    addEventListener(...listener);
  };
  afterAll(async () => {
    // Imports that a test started may be pending: loaded later, they would fail here and in every
    // later file.
    await vi.dynamicImportSettled();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    for (const node of document.head.childNodes) if (!head.has(node)) node.remove();
    document.body.replaceChildren();
    window.addEventListener = addEventListener;
    // Removes listeners that a module keeps as long as the page: the next file loads that module
    // again.
    for (const listener of listening) window.removeEventListener(...listener);
    vi.resetModules();
  });
}
