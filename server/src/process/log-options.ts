import { now } from '@samay/contract/core/time';
import type { LoggerOptions } from 'pino';
import type { Settings } from '../core/settings.ts';

/** One JSON line an event on standard output. Nothing that a person typed is logged; what slips into an error object is blanked. */
export function logOptions(settings: Pick<Settings, 'logLevel'>): LoggerOptions {
  return {
    level: settings.logLevel,
    redact: {
      paths: ['*.password', '*.authorization', '*.cookie', 'err.parameters', 'err.detail', 'err.where', '*.headers'],
      censor: '[removed]',
    },
    timestamp: () => `,"time":"${now().toISOString()}"`,
  };
}
