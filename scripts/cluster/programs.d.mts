/** Types of programs.mjs. */
export function findClusterPrograms(): Promise<{ postgres?: string; reason?: string }>;
