import { Alert, AppShell, Burger, Drawer, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { suspendedSentence } from '@samay/contract/core/wording';
import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { DaySheetKeeper } from '../../modules/desk/day-sheet/day-sheet-keeper.tsx';
import { useClockError } from '../../lib/browser/use-clock-error.ts';
import { useSession } from '../../lib/session/session.tsx';
import { Wordmark } from '../../ui/layout/wordmark.tsx';
import { ConnectionStatus } from './connection-status.tsx';
import classes from './dashboard-layout.module.css';
import { Dialogs } from './dialogs.tsx';
import { SearchButton } from './search-button.tsx';
import { Sidebar } from './sidebar.tsx';
import { useCollapsedSidebar } from './use-collapsed-sidebar.ts';
import { useLiveQueryClient } from './use-live-query-client.ts';

const contentId = 'content';

const Toasts = optional(async () => (await import('./toasts.tsx')).Toasts);
const SuspensionDetails = optional(
  async () => (await import('./notices/suspension-details.tsx')).SuspensionDetails,
);
const ClockNotice = optional(async () => (await import('./notices/clock-notice.tsx')).ClockNotice);

/**
 * Renders the dashboard's layout: the sidebar, a drawer on small screens, and the page. The query
 * cache lives as long as the layout.
 */
export function DashboardLayout() {
  const queryClient = useLiveQueryClient();
  useEffect(registerOfflinePage, []);
  return (
    <QueryClientProvider client={queryClient}>
      <DaySheetKeeper />
      <Dialogs>
        <Frame />
      </Dialogs>
      <Suspense>
        <Toasts />
      </Suspense>
    </QueryClientProvider>
  );
}

function Frame() {
  const [isOpen, drawer] = useDisclosure(false);
  const { tenant } = useSession();
  const clockError = useClockError();
  const collapse = useCollapsedSidebar();
  const width = collapse?.isCollapsed ? 68 : 256;
  return (
    <AppShell
      layout="alt"
      header={{ height: { base: 56, md: 0 } }}
      navbar={{ width, breakpoint: 'md', collapsed: { mobile: true } }}
    >
      <a className={classes.skip} href={`#${contentId}`}>
        Skip to content
      </a>
      <AppShell.Header role="none" hiddenFrom="md" className={classes.bar ?? ''}>
        <Group
          role="region"
          aria-label="Top bar"
          h="100%"
          px="md"
          gap="sm"
          justify="space-between"
          wrap="nowrap"
        >
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={drawer.open}
              size="sm"
              aria-label="Open menu"
              aria-expanded={isOpen}
            />
            <Wordmark />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <ConnectionStatus />
            <SearchButton isCompact />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar visibleFrom="md" className={classes.navbar ?? ''}>
        <Sidebar collapse={collapse} />
      </AppShell.Navbar>
      <Drawer
        opened={isOpen}
        onClose={drawer.close}
        size={288}
        hiddenFrom="md"
        title={<Wordmark />}
        closeButtonProps={{ 'aria-label': 'Close menu', size: 'lg' }}
        transitionProps={{ duration: 160 }}
        classNames={{
          body: classes.drawer ?? '',
          content: classes.navbar ?? '',
          header: classes.navbar ?? '',
        }}
      >
        <Sidebar isInDrawer onLeave={drawer.close} />
      </Drawer>
      <AppShell.Main id={contentId} tabIndex={-1} className={classes.main ?? ''}>
        <div className={classes.content}>
          {tenant?.suspended && (
            <Alert color="marigold" role="status" mb="md">
              {suspendedSentence}
              <Suspense>
                <SuspensionDetails />
              </Suspense>
            </Alert>
          )}
          {clockError !== 0 && (
            <Suspense>
              <ClockNotice aheadMs={clockError} />
            </Suspense>
          )}
          <Outlet />
        </div>
      </AppShell.Main>
    </AppShell>
  );
}

/** Loads a part after the page, which works without it. */
function optional<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => ({ default: await load().catch((): ComponentType<Props> => () => null) }));
}

/**
 * Registers the service worker that shows the offline page (web/offline). Browsers have none
 * without HTTPS.
 */
function registerOfflinePage(): void {
  if (!import.meta.env.PROD) return;
  void navigator.serviceWorker
    ?.register('/offline/worker.js', { scope: '/', updateViaCache: 'none' })
    .catch(() => undefined /* Storage is blocked or the worker did not load: the next page tries again. */);
}
