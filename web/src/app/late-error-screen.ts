import { lazyRouteComponent } from '@tanstack/react-router';
import { loadChunk } from '../lib/chunk.ts';

/**
 * The error screen, which no page needs to begin with. `preload` fetches it once the first page stands (main.tsx): where the network is
 * what fails, it must be here already.
 */
export const ErrorScreen = lazyRouteComponent(() => loadChunk(() => import('./error-screen.tsx')), 'ErrorScreen');
