import { Alert, Skeleton, Stack, Title } from '@mantine/core';
import type { Drawer, DrawerClose } from '@samay/contract/ledger/drawers';
import { formatInstant } from '@samay/contract/core/time';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../../lib/api/api.ts';
import { cancelAndRefetch } from '../../../lib/query-client.ts';
import { useSession } from '../../../lib/session/session.tsx';
import { ButtonLink, TextLink } from '../../../ui/controls/links.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FailureNotice } from '../../../ui/feedback/failure-notice.tsx';
import { SlowNotice } from '../../../ui/feedback/slow-notice.tsx';
import { ScreenHead } from '../../../ui/layout/screen-head.tsx';
import { SectionCard } from '../../../ui/layout/section-card.tsx';
import { drawerQuery, openDrawersQuery } from './api.ts';
import { BeforeClosing } from './before-closing.tsx';
import { CloseForm } from './close-form.tsx';
import { ClosedSummary } from './closed-summary.tsx';
import { ClosesList } from './closes-list.tsx';
import { DrawerCard } from './drawer-card.tsx';
import classes from './drawer.module.css';
import { ExpensesCard } from './expenses-card.tsx';
import { OpeningCard } from './opening-card.tsx';
import { OpenDrawersSection } from './open-drawers-section.tsx';
import { TakingsSection } from './takings-section.tsx';
import { drawerName } from './wording.ts';

interface MoneyScreenProps {
  /** The person whose drawer is shown; the user's own without one. */
  holder?: string | undefined;
  /** Whether the counted cash has the focus at first. */
  isClosing?: boolean;
  /** The link to the closes of all drawers; none for who may not see them. */
  link?: ReactNode;
}

/** Renders a drawer since its last close, and closes it. */
export function MoneyScreen({ holder, isClosing = false, link }: MoneyScreenProps) {
  const { user, permissions } = useSession();
  const options = drawerQuery(holder);
  const { data, error, isFetching } = useQuery(options);
  const isOwn = useIsOwn(holder, data);
  const client = useQueryClient();
  const retry = () => void cancelAndRefetch(client, options.queryKey);
  const seesAll = permissions.includes('revenue.read');
  return (
    <Stack gap="lg">
      <ScreenHead title="Money" {...(data && { hint: sinceText(data, user.id) })}>
        {link}
        {!isOwn && (
          <ButtonLink to="." search={{}} variant="default">
            Your drawer
          </ButtonLink>
        )}
      </ScreenHead>
      {data?.leftOver && holder === undefined && <LeftOverNotice leftOver={data.leftOver} />}
      {seesAll && data && <OtherDrawers shown={data} />}
      {error && (
        <FailureNotice
          text={errorText(error, 'Failed to load the drawer')}
          {...(data && { hint: 'What you see may be out of date.' })}
          busy={isFetching}
          onRetry={retry}
        />
      )}
      {!data && !error && <DrawerSkeleton onRetry={retry} />}
      {data && (
        <OneDrawer key={holder ?? 'own'} drawer={data} holder={holder} isOwn={isOwn} isClosing={isClosing} />
      )}
      {data && <LastCloses closes={data.closes} />}
    </Stack>
  );
}

/** Returns whether the drawer is the one that the user's money goes into. */
function useIsOwn(holder: string | undefined, drawer: Drawer | undefined): boolean {
  const { data: own } = useQuery({ ...drawerQuery(), enabled: holder !== undefined });
  return holder === undefined || (own !== undefined && own.holder?.id === drawer?.holder?.id);
}

interface OneDrawerProps {
  drawer: Drawer;
  holder: string | undefined;
  isOwn: boolean;
  isClosing: boolean;
}

function OneDrawer({ drawer, holder, isOwn, isClosing }: OneDrawerProps) {
  const [closed, setClosed] = useState<DrawerClose | null>(null);
  // Where cash is counted first: the drawer as it was read with the count.
  const [counted, setCounted] = useState<Drawer | null>(null);
  const isCounted = drawer.expected === null && counted?.period === drawer.period;
  const shown = isCounted ? counted : drawer;
  return (
    <>
      <div className={classes.columns}>
        <div className={classes.column}>
          {drawer.countsOpening && <OpeningCard key={drawer.period} drawer={drawer} holder={holder} />}
          {!closed && <BeforeClosing />}
          <DrawerCard drawer={shown} />
          <ExpensesCard drawer={drawer} isRead={!isOwn} />
        </div>
        <SectionCard title={closed ? 'Drawer closed' : 'Close the drawer'}>
          {closed ? (
            <ClosedSummary close={closed} onClose={() => setClosed(null)} />
          ) : (
            <CloseForm
              drawer={shown}
              holder={holder}
              isFocused={isClosing}
              isCounted={isCounted}
              onCounted={setCounted}
              onClosed={(close) => (setClosed(close), setCounted(null))}
            />
          )}
        </SectionCard>
      </div>
      <TakingsSection drawer={shown} />
    </>
  );
}

/** Renders the open drawers; nothing if the only one is the one shown below. */
function OtherDrawers({ shown }: { shown: Drawer }) {
  const { data } = useQuery(openDrawersQuery);
  if (!data || data.open.every(({ holder }) => holder?.id === shown.holder?.id)) return null;
  return <OpenDrawersSection drawers={data.open} mayClose={data.mayClose} />;
}

/** Tells the user of a drawer that is open from before the rule of drawers was changed. */
function LeftOverNotice({ leftOver }: { leftOver: NonNullable<Drawer['leftOver']> }) {
  const { user } = useSession();
  return (
    <Alert color="marigold" variant="light" role="note">
      {drawerName(leftOver.holder, user.id)} is still open from before the drawers were changed. Close it, and
      hand its cash over.{' '}
      <TextLink to="." search={{ holder: leftOver.id }}>
        Open it
      </TextLink>
    </Alert>
  );
}

function LastCloses({ closes }: { closes: readonly DrawerClose[] }) {
  return (
    <Stack gap="sm" component="section" aria-label="Last closes">
      <Title order={2}>Last closes</Title>
      {closes.length === 0 ? (
        <EmptyState
          text="This drawer was not closed yet"
          hint="Each close is listed here with its difference."
        />
      ) : (
        <ClosesList label="Last closes" closes={closes} />
      )}
    </Stack>
  );
}

function DrawerSkeleton({ onRetry }: { onRetry: () => void }) {
  return (
    <Stack gap="lg" aria-busy>
      <SlowNotice onRetry={onRetry} />
      <div className={classes.columns}>
        <Skeleton height={280} radius="lg" />
        <Skeleton height={280} radius="lg" />
      </div>
      <Skeleton height={180} radius="lg" />
    </Stack>
  );
}

function sinceText({ holder, openedAt }: Drawer, userId: string): string {
  const name = drawerName(holder, userId);
  return openedAt === null
    ? `${name}, not closed so far`
    : `${name} since its last close, ${formatInstant(openedAt)}`;
}
