import { useId } from 'preact/hooks';

export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** What to write, for example. */
  readonly hint?: string;
  /** What is wrong with the value. */
  readonly error?: string | undefined;
  readonly placeholder?: string;
  readonly isSecret?: boolean;
}

/** A text box with its label, a hint and an error. */
export function TextField(props: TextFieldProps) {
  const { label, value, onInput, hint, error, placeholder, isSecret = false } = props;
  const id = useId();
  const note = error ?? hint;
  return (
    <div class="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="text"
        class={isSecret ? 'input is-secret' : 'input'}
        value={value}
        placeholder={placeholder}
        onInput={(event) => onInput(event.currentTarget.value)}
        aria-invalid={error !== undefined}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        autoComplete="off"
        autoCapitalize="off"
        spellcheck={false}
      />
      {note !== undefined && (
        <p id={`${id}-note`} class={error === undefined ? 'field-note' : 'field-note is-error'}>
          {note}
        </p>
      )}
    </div>
  );
}
