import { DelayedTextField } from './delayed-text-field.tsx';

/** Shows a text box for the symbol of an asset. */
export function AssetField(props: {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  return <DelayedTextField label="Asset" placeholder="All assets" {...props} />;
}
