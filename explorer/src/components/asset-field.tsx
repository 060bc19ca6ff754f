import { useEffect, useState } from 'preact/hooks';

import { TextField } from './text-field.tsx';

/** After the last key, before the service is asked. */
const TYPING_MS = 250;

/** A text box for the exact symbol of an asset, or nothing. It is sent when the reader stops typing. */
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
