import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useShortcuts } from '../../lib/shortcuts.ts';
import classes from './search-input.module.css';

interface SearchInputProps {
  label: string;
  placeholder: string;
  /** The current search text. */
  value: string;
  /** Called shortly after the last key, with the trimmed text. */
  onSearch: (words: string) => void;
}

/** Renders a debounced search box with a button to clear it. The key `/` focuses it. */
export function SearchInput({ label, placeholder, value, onSearch }: SearchInputProps) {
  const sent = useRef(value);
  const [text, setText] = useState(value);
  const field = useRef<HTMLInputElement>(null);
  useShortcuts([
    { keys: '/', name: 'Search this page', group: 'On this page', run: () => field.current?.select() },
  ]);
  const send = useDebouncedCallback((words: string) => {
    sent.current = words.trim();
    onSearch(sent.current);
  }, 300);

  // The value may change from outside: history navigation, a link, a button that clears it.
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    setText(value);
  }, [value]);

  function handleChange(words: string): void {
    setText(words);
    send(words);
  }

  return (
    <TextInput
      ref={field}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      title={placeholder}
      value={text}
      maxLength={100}
      onChange={(event) => handleChange(event.currentTarget.value)}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={text !== '' && <CloseButton aria-label="Clear search" onClick={() => handleChange('')} />}
      rightSectionPointerEvents="all"
      className={classes.search ?? ''}
    />
  );
}
