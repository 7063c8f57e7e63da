import { now } from '@samay/contract/core/time';
import type { LoggerOptions } from 'pino';
import type { Settings } from '../core/settings.ts';

/**
 * Returns the options of the logger: one JSON line per event on standard output. Nothing that a
 * person typed is logged; secrets in error objects are removed.
 */
export function logOptions(settings: Pick<Settings, 'logLevel'>): LoggerOptions {
  return {
    level: settings.logLevel,
    redact: {
      paths: [
        '*.password',
        '*.authorization',
        '*.cookie',
        'err.parameters',
        'err.detail',
        'err.where',
        '*.headers',
      ],
      censor: '[removed]',
    },
    timestamp: () => `,"time":"${now().toISOString()}"`,
  };
}
