export function findFaketime(): Promise<{ library?: string; reason?: string }>;
