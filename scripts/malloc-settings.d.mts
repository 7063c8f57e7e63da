/** Types of malloc-settings.mjs. */
export function mallocSettings(): { readonly MALLOC_MMAP_THRESHOLD_: string };
