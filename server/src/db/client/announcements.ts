/**
 * A notification to every server: `changes` for open screens, `outbox` for the workers, with the
 * payload `events` where only events are new.
 */
export interface Announcement {
  readonly channel: 'changes' | 'outbox';
  readonly payload: string;
}

/** Sends announcements after the commit of what they announce (decision 0044). */
export interface AnnouncesLater {
  /** Resolves once the other servers would notice the loss of an announcement of this one. */
  introduce(): Promise<void>;
  /** Sends announcements soon, in their order. */
  announce(announcements: readonly Announcement[]): void;
}

/**
 * Says of a business that something has changed: open screens take the unknown topic for a gap, and
 * fetch again.
 */
export function unknownChangeOf(tenantId: string): Announcement {
  return { channel: 'changes', payload: `${tenantId} unknown - update` };
}
