import { ActionIcon, UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useActions } from '../../lib/actions.tsx';
import { Keys } from '../../ui/controls/keys.tsx';
import classes from './search-button.module.css';

const label = 'Search and commands';

/** Opens the command palette. It looks like a search field, and like an icon with `isCompact`. */
export function SearchButton({ isCompact = false }: { isCompact?: boolean }) {
  const { openPalette } = useActions();
  if (isCompact) {
    return (
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        aria-label={label}
        title={label}
        onClick={openPalette}
      >
        <IconSearch size={20} aria-hidden />
      </ActionIcon>
    );
  }
  return (
    <UnstyledButton className={classes.search} aria-label={label} onClick={openPalette}>
      <IconSearch size={18} aria-hidden />
      <span className={classes.word}>Search</span>
      <Keys keys="mod+k" />
    </UnstyledButton>
  );
}
