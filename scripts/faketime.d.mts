export function findFaketime(): Promise<{ library?: string; reason?: string }>;
export function inheritedClock(): Record<string, string>;
