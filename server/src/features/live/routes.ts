import { openLive } from '@samay/contract/live';
import type { LiveHub } from '../../http/live-hub.ts';
import type { Routes } from '../../http/routes.ts';
import { streamChanges } from './stream.ts';

export function liveRoutes(routes: Routes, hub: LiveHub): void {
  routes.session(openLive, async (context) => streamChanges(context, hub));
}
