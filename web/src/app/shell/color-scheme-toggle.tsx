import { Switch, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import classes from './color-scheme-toggle.module.css';

/** Dark mode, off until someone wants it; this browser remembers. */
export function ColorSchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return (
    <Switch
      classNames={{ body: classes.body ?? '', labelWrapper: classes.label ?? '' }}
      label="Dark mode"
      labelPosition="left"
      checked={isDark}
      onChange={(event) => setColorScheme(event.currentTarget.checked ? 'dark' : 'light')}
    />
  );
}
