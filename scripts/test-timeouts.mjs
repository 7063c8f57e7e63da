/**
 * Timeouts of every test project: the defaults (five seconds for a test, one for `expect.poll`)
 * assume a machine that does nothing else. They end a test that hangs, and measure nothing: at a
 * load of fourteen for each processor some take more than a minute.
 */
export const testTimeouts = {
  testTimeout: 240_000,
  hookTimeout: 240_000,
  expect: { poll: { timeout: 60_000 } },
};
