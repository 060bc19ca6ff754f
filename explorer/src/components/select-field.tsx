import { useId } from 'preact/hooks';

import { ChevronIcon } from './icons.tsx';

/** The properties of {@link SelectField}. */
export interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  /** Values with their texts. */
  readonly options: readonly (readonly [value: string, text: string])[];
  readonly onChange: (value: string) => void;
}

/** Shows a select box with its label. */
export function SelectField({ label, value, options, onChange }: SelectFieldProps) {
  const id = useId();
  return (
    <div class="field">
      <label htmlFor={id}>{label}</label>
      <span class="select">
        <select
          id={id}
          class="input"
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
        <ChevronIcon />
      </span>
    </div>
  );
}
