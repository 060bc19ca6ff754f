import { useEffect, useState } from 'preact/hooks';

import { TextField } from './text-field.tsx';

/** Wait after the last key before the request is sent. */
const TYPING_MS = 250;

/** Shows a text box for the symbol of an asset. Reports a change when the reader stops typing. */
export function AssetField({
  value,
  onChange,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const asset = text.trim();
  useEffect(() => {
    if (asset === value) return undefined;
    const timer = setTimeout(() => onChange(asset), TYPING_MS);
    return () => clearTimeout(timer);
  }, [asset]);
  return <TextField label="Asset" value={text} placeholder="All assets" onInput={setText} />;
}
