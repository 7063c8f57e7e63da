/** Types of memory-settings.mjs. */
export function memorySettings(): { readonly MALLOC_MMAP_THRESHOLD_: string; readonly NODE_OPTIONS: string };
