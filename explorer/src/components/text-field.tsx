import { useId } from 'preact/hooks';

/** The properties of {@link TextField}. */
export interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** Help for the input. */
  readonly hint?: string;
  /** Why the value is invalid. */
  readonly error?: string | undefined;
  readonly placeholder?: string;
  readonly isSecret?: boolean;
}

/** Shows a text box with its label, and its error or hint. */
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
