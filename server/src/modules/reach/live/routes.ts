import { openLive } from '@samay/contract/reach/live';
import type { LiveHub } from './live-hub.ts';
import type { Routes } from '../../../http/routes.ts';
import { OpenStreams } from './open-streams.ts';
import { streamChanges } from './stream.ts';

export function liveRoutes(routes: Routes, hub: LiveHub): void {
  const open = new OpenStreams();
  routes.session(openLive, async (context) => streamChanges(context, hub, open));
}
