import { useEffect, useId, useRef } from 'preact/hooks';

import type { ConnectExchange } from '../../../src/domain/connect.ts';
import { ChevronIcon } from '../../src/components/icons.tsx';
import { type Combobox, useCombobox } from './use-combobox.ts';

/** The properties of {@link ExchangeField}. */
export interface ExchangeFieldProps {
  readonly id: string;
  readonly exchanges: readonly ConnectExchange[];
  readonly chosen: ConnectExchange | undefined;
  readonly onChoose: (exchange: ConnectExchange) => void;
  /** Why the choice is invalid. */
  readonly error: string | undefined;
}

/** Shows a searchable list: an editable combobox with a list (ARIA Authoring Practices). */
export function ExchangeField({ id, exchanges, chosen, onChoose, error }: ExchangeFieldProps) {
  const listId = useId();
  const combobox = useCombobox(exchanges, chosen, onChoose);
  const { text, isOpen, found, active, search, open, close, handleKey } = combobox;
  return (
    <div class="field combobox">
      <label htmlFor={id}>Exchange</label>
      <div class="combobox-box">
        <input
          id={id}
          type="text"
          class="input"
          role="combobox"
          aria-expanded={isOpen}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active === undefined ? undefined : `${listId}-${active.id}`}
          aria-invalid={error !== undefined}
          aria-describedby={`${id}-note`}
          placeholder="Search by name"
          value={text}
          autoComplete="off"
          autoCapitalize="off"
          spellcheck={false}
          onInput={(event) => search(event.currentTarget.value)}
          onClick={(event) => {
            if (isOpen) return;
            event.currentTarget.select();
            open();
          }}
          onKeyDown={handleKey}
          onBlur={close}
        />
        <ChevronIcon />
        <OptionList id={listId} combobox={combobox} />
      </div>
      <p
        id={`${id}-note`}
        class={error === undefined ? 'field-note' : 'field-note is-error'}
        aria-live="polite"
      >
        {error ?? describeFound(isOpen ? found.length : undefined, exchanges.length)}
      </p>
    </div>
  );
}

function OptionList({ id, combobox }: { readonly id: string; readonly combobox: Combobox }) {
  const { isOpen, found, active, choose } = combobox;
  return (
    <ul
      id={id}
      role="listbox"
      aria-label="Exchanges"
      class="options"
      hidden={!isOpen || found.length === 0}
      // The focus remains in the text box.
      onMouseDown={(event) => event.preventDefault()}
    >
      {isOpen &&
        found.map((exchange) => (
          <Option
            key={exchange.id}
            id={`${id}-${exchange.id}`}
            name={exchange.name}
            isActive={exchange === active}
            onChoose={() => choose(exchange)}
          />
        ))}
    </ul>
  );
}

function Option({
  id,
  name,
  isActive,
  onChoose,
}: {
  readonly id: string;
  readonly name: string;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}) {
  const element = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <li ref={element} id={id} role="option" aria-selected={isActive} onClick={onChoose}>
      {name}
    </li>
  );
}

function describeFound(count: number | undefined, total: number): string {
  if (count === undefined) return `${total} exchanges`;
  if (count === 0) return 'No exchange has this name';
  return count === 1 ? '1 exchange found' : `${count} exchanges found`;
}
