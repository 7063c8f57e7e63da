import { Switch, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import classes from './color-scheme-toggle.module.css';

/** Switches dark mode, off by default; the choice is stored in this browser. */
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
