/**
 * For lists and calendars that drop down in a dialog: they stay inside it, where a screen reader looks, and are not clipped
 * by it.
 */
export const inDialog = { withinPortal: false, floatingStrategy: 'fixed' } as const;
