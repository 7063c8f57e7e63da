/**
 * Timeouts of every test project: the defaults (five seconds for a test, one for `expect.poll`) assume a machine that does nothing else. They end
 * a test that hangs, and measure nothing.
 */
export const testTimeouts = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };
