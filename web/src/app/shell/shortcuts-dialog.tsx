import { Stack, Switch } from '@mantine/core';
import { useId } from 'react';
import { type Shortcut, shortcutGroups, shortcutsNow, useSingleKeys } from '../../lib/shortcuts.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { Keys } from '../../ui/controls/keys.tsx';
import classes from './shortcuts-dialog.module.css';

interface ShortcutsDialogProps {
  opened: boolean;
  onClose: () => void;
}

/** Lists the shortcut keys of the current page, with a switch that turns single keys off. */
export function ShortcutsDialog({ opened, onClose }: ShortcutsDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title="Keyboard shortcuts">
      {opened && <Shortcuts />}
    </Dialog>
  );
}

function Shortcuts() {
  const [areOn, change] = useSingleKeys();
  const all = shortcutsNow();
  return (
    <Stack gap="lg">
      <Switch
        label="Single-key shortcuts"
        description="Ctrl or ⌘ with K always opens the search."
        checked={areOn}
        onChange={(event) => change(event.currentTarget.checked)}
      />
      {shortcutGroups.map((group) => {
        const shortcuts = all.filter((shortcut) => shortcut.group === group);
        return shortcuts.length > 0 && <Group key={group} name={group} shortcuts={shortcuts} />;
      })}
    </Stack>
  );
}

function Group({ name, shortcuts }: { name: string; shortcuts: readonly Shortcut[] }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={classes.group}>
        {name}
      </h3>
      <ul className={classes.list}>
        {shortcuts.map(({ keys, name: what }) => (
          <li key={keys} className={classes.line}>
            {what} <Keys keys={keys} />
          </li>
        ))}
      </ul>
    </section>
  );
}
