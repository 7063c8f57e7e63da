import os from 'node:os';

export interface Facts {
  readonly at: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGb: number;
  readonly node: string;
  readonly postgres: string | undefined;
  /**
   * Load average of the minute before the measurements. More than the number of cores means that
   * other programs were running.
   */
  readonly loadBefore: number;
}

/** Describes the machine of a run. */
export function factsOf(postgres?: string): Facts {
  const [processor] = os.cpus();
  return {
    at: new Date().toISOString(),
    processor: processor?.model.trim() ?? 'unknown',
    cores: os.cpus().length,
    memoryGb: Math.round(os.totalmem() / 1024 ** 3),
    node: process.version,
    postgres,
    loadBefore: os.loadavg()[0] ?? 0,
  };
}
