import { Alert, Stack } from '@mantine/core';
import { formatRupees } from '@samay/contract/core/money';
import { indiaDate } from '@samay/contract/core/time';
import { IconCash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../lib/session/session.tsx';
import { useToday } from '../../../lib/browser/use-today.ts';
import { TextLink } from '../../../ui/controls/links.tsx';
import { openDrawersQuery } from './api.ts';
import { drawerName, ofDay, useDeskDrawer } from './wording.ts';

/**
 * Informs owners of each drawer that has been open since an earlier day. Renders nothing while the
 * drawers load or cannot be loaded: the page of money reports the error.
 */
export function OpenDrawerNotices({ path }: { path: string }) {
  const { user } = useSession();
  const today = useToday();
  const desk = useDeskDrawer();
  const { data } = useQuery(openDrawersQuery);
  const late = (data?.open ?? []).flatMap(({ holder, firstAt, expected }) =>
    firstAt !== null && indiaDate(new Date(firstAt)) < today ? [{ holder, firstAt, expected }] : [],
  );
  if (late.length === 0) return null;
  return (
    <Stack gap="xs">
      {late.map(({ holder, firstAt, expected }) => (
        <Alert
          key={holder?.id ?? 'desk'}
          color="marigold"
          variant="light"
          role="note"
          py={4}
          styles={{ wrapper: { alignItems: 'center' }, icon: { marginTop: 0 } }}
          icon={<IconCash size={20} aria-hidden />}
        >
          <TextLink
            fz="sm"
            c="inherit"
            display="flex"
            mih={44}
            style={{ alignItems: 'center' }}
            to={path}
            search={{ holder: holder?.id ?? desk, close: 'yes' }}
          >
            {drawerName(holder, user.id)} {ofDay(firstAt, today)} is open ({formatRupees(expected)} in cash)
          </TextLink>
        </Alert>
      ))}
    </Stack>
  );
}
