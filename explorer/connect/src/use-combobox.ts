import { useState } from 'preact/hooks';

import type { ConnectExchange } from '../../../src/domain/connect.ts';
import { findExchanges } from './find-exchanges.ts';

/** The state of a searchable list, and what changes it. */
export interface Combobox {
  readonly text: string;
  readonly isOpen: boolean;
  /** The exchanges that match the text. */
  readonly found: readonly ConnectExchange[];
  /** The option that Enter chooses. */
  readonly active: ConnectExchange | undefined;
  readonly search: (text: string) => void;
  readonly open: () => void;
  readonly close: () => void;
  readonly choose: (exchange: ConnectExchange) => void;
  readonly handleKey: (event: KeyboardEvent) => void;
}

/** Options by which a key moves. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
};

/** Returns the state of a searchable list, with the keys of the ARIA Authoring Practices. */
export function useCombobox(
  exchanges: readonly ConnectExchange[],
  chosen: ConnectExchange | undefined,
  onChoose: (exchange: ConnectExchange) => void,
): Combobox {
  const [text, setText] = useState(chosen?.name ?? '');
  const [isOpen, setOpen] = useState(false);
  const [index, setIndex] = useState(0);
  // The name of the chosen exchange is not a search.
  const isSearch = text.trim() !== '' && text !== chosen?.name;
  const found = isSearch ? findExchanges(exchanges, text) : exchanges;
  const active = isOpen ? found[index] : undefined;

  const openAt = (at: number): void => {
    setOpen(true);
    setIndex(Math.max(0, at));
  };
  const open = (): void => openAt(chosen === undefined ? 0 : found.indexOf(chosen));
  const close = (): void => {
    setOpen(false);
    setText(chosen?.name ?? '');
  };
  const choose = (exchange: ConnectExchange): void => {
    setOpen(false);
    setText(exchange.name);
    onChoose(exchange);
  };
  const move = (step: number): void => {
    if (!isOpen) open();
    else setIndex(Math.max(0, Math.min(found.length - 1, index + step)));
  };
  const handleKey = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step !== undefined) move(step);
    else if (!isOpen) return;
    else if (event.key === 'Escape') close();
    else if (event.key === 'Enter') {
      if (active !== undefined) choose(active);
    } else {
      // Tab chooses what was searched for, and moves the focus.
      if (event.key === 'Tab' && isSearch && active !== undefined) choose(active);
      return;
    }
    event.preventDefault();
  };
  const search = (searched: string): void => {
    setText(searched);
    openAt(0);
  };
  return { text, isOpen, found, active, search, open, close, choose, handleKey };
}
