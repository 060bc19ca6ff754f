import { useEffect, useId, useRef, useState } from 'preact/hooks';

import { CalendarIcon } from '../../components/icons.tsx';
import { formatBound, parseBound, readBound, toDateTimeInput } from '../../format/time-bound.ts';
import type { Zone } from '../../format/time.ts';

const HINT = 'Write 2024-02-29 or 2024-02-29 14:05';

/** Shows a bound of the time range: a text box for any precision, and the browser's calendar. */
export function TimeField({
  label,
  bound,
  zone,
  onChange,
}: {
  readonly label: string;
  /** RFC 3339. */
  readonly bound: string | undefined;
  readonly zone: Zone;
  readonly onChange: (bound: string | undefined) => void;
}) {
  const id = useId();
  const { text, isWrong, write } = useBoundText(bound, zone, onChange);
  return (
    <div class="field">
      <label htmlFor={id} id={`${id}-label`}>
        {label}
      </label>
      <span class="time-field">
        <input
          id={id}
          type="text"
          class="input"
          value={text}
          placeholder="YYYY-MM-DD"
          onInput={(event) => write(event.currentTarget.value)}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-note` : undefined}
          autoComplete="off"
          spellcheck={false}
        />
        <Calendar labelId={`${id}-label`} bound={bound} zone={zone} onPick={write} />
      </span>
      {isWrong && (
        <p id={`${id}-note`} class="field-note is-error">
          {HINT}
        </p>
      )}
    </div>
  );
}

/** Returns the text of the box: the reader's text until the bound in the URL changes. */
function useBoundText(
  bound: string | undefined,
  zone: Zone,
  onChange: (bound: string | undefined) => void,
) {
  const [text, setText] = useState('');
  const applied = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (applied.current === bound && bound !== undefined) return;
    applied.current = bound;
    setText(bound === undefined ? '' : formatBound(bound, zone));
  }, [bound]);
  useEffect(() => {
    if (bound !== undefined) setText(formatBound(bound, zone));
  }, [zone]);
  const isEmpty = text.trim() === '';
  const write = (text: string): void => {
    setText(text);
    const parsed = parseBound(text, zone);
    if (parsed === undefined && text.trim() !== '') return;
    applied.current = parsed;
    if (parsed !== bound) onChange(parsed);
  };
  return { text, isWrong: !isEmpty && parseBound(text, zone) === undefined, write };
}

/** Shows a button that opens the browser's calendar. The text box contains the value. */
function Calendar({
  labelId,
  bound,
  zone,
  onPick,
}: {
  readonly labelId: string;
  readonly bound: string | undefined;
  readonly zone: Zone;
  readonly onPick: (text: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const timeMs = readBound(bound ?? '', zone);
  return (
    <>
      <input
        ref={input}
        type="datetime-local"
        class="calendar-input"
        tabIndex={-1}
        aria-hidden="true"
        value={Number.isNaN(timeMs) ? '' : toDateTimeInput(timeMs, zone)}
        onChange={(event) => onPick(event.currentTarget.value.replace('T', ' '))}
      />
      <button
        type="button"
        class="icon-button"
        aria-label="Calendar"
        aria-describedby={labelId}
        title="Calendar"
        onClick={() => input.current?.showPicker()}
      >
        <CalendarIcon />
      </button>
    </>
  );
}
