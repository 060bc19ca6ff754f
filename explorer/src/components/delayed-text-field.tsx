import { useEffect, useRef, useState } from 'preact/hooks';

import { TextField } from './text-field.tsx';

/** Wait after the last key before the request is sent. */
const TYPING_MS = 250;

/** Shows a text box that filters a list. Reports a change when the reader stops typing. */
export function DelayedTextField({
  label,
  placeholder,
  value,
  onChange,
}: {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  /** Receives the text without white space at its ends. */
  readonly onChange: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  const applied = useRef(value);
  useEffect(() => {
    // The box has what the reader types, with the space after a word.
    if (applied.current === value) return;
    applied.current = value;
    setText(value);
  }, [value]);
  const trimmed = text.trim();
  useEffect(() => {
    if (trimmed === value) return undefined;
    const timer = setTimeout(() => {
      applied.current = trimmed;
      onChange(trimmed);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [trimmed]);
  return <TextField label={label} value={text} placeholder={placeholder} onInput={setText} />;
}
