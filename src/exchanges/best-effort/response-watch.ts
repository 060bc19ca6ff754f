/** Records the lists of rows in the responses of an exchange, before a class of ccxt changes them. */
import type { UnifiedRow } from './rows.ts';

const DEPTH_MAX = 6;

/** A list in a response. */
interface RawList {
  /** The requested URL without its query, and the place of the list in the response. */
  readonly place: string;
  /** The field that contains it; empty if it is the response itself. */
  readonly field: string;
  readonly elements: readonly unknown[];
}

/** A part of a response before a class changed it. */
interface Original {
  readonly row: object;
  /** The name of the innermost list that contained it. */
  readonly listName: string;
  /** The lists that contained it, outermost first, and its index in each. */
  readonly lists: readonly { readonly list: RawList; readonly index: number }[];
}

/** A list of a response, with the rows of it that a method returned. */
export interface CapturedList {
  readonly place: string;
  /** In the order of the list. */
  readonly rows: readonly UnifiedRow[];
  /** The number of rows that the exchange sent; a method may have omitted some. */
  readonly length: number;
  /** The elements of the list as the exchange sent them. */
  readonly elements: readonly unknown[];
}

/** Records the responses to one call of a unified method at a time. */
export class ResponseWatch {
  readonly #originals = new WeakMap<object, Original>();
  readonly #ofRows = new WeakMap<object, Original>();
  #lists: RawList[] = [];
  #hadList = false;
  #last: unknown;
  #ignoring = false;
  #fields: readonly string[] = [];
  #byAsset = false;

  /** Makes later calls expect a map of lists by asset instead of each list (INDODAX). */
  expectListsByAsset(): void {
    this.#byAsset = true;
  }

  /**
   * Deletes the responses to earlier calls.
   *
   * @param fields the fields that may contain a list of rows; empty if the response itself is the list.
   */
  begin(fields: readonly string[]): void {
    this.#fields = fields;
    this.#lists = [];
    this.#hadList = false;
    this.#last = undefined;
  }

  /** Runs a request without recording its response, which has no rows of a history. */
  async ignore<Value>(request: () => Promise<Value>): Promise<Value> {
    this.#ignoring = true;
    try {
      return await request();
    } finally {
      this.#ignoring = false;
    }
  }

  add(address: string, response: unknown): void {
    if (this.#ignoring) return;
    this.#last = response;
    const [place = ''] = address.split('?');
    this.#copy(response, { place, listName: '', parentName: '', lists: [], depth: DEPTH_MAX });
  }

  /** Returns the part of a response before a class changed it. */
  originalOf(part: object): Original | undefined {
    return this.#originals.get(part);
  }

  /** The body of the last response. */
  get last(): unknown {
    return this.#last;
  }

  /**
   * True if a response had a list at its place. If there are no rows, an exchange sends an empty list or
   * null. Any other response (`{}`, a message with a list of warnings) does not prove that there are no rows.
   */
  get hadList(): boolean {
    return this.#hadList;
  }

  /**
   * Returns the lists from which the rows came. Rows that a class created, and a result without rows, are
   * attributed to the longest list from which no other row came.
   */
  listsOf(rows: readonly UnifiedRow[]): readonly CapturedList[] {
    const groups = new Map<RawList, { row: UnifiedRow; index: number }[]>();
    const others: UnifiedRow[] = [];
    for (const row of rows) {
      const found = longestListOf(this.#originalOfRow(row));
      if (found === undefined) others.push(row);
      else {
        const members = groups.get(found.list) ?? [];
        members.push({ row, index: found.index });
        groups.set(found.list, members);
      }
    }
    const listed = [...groups].map(([{ place, elements }, members]) => ({
      place,
      rows: members.toSorted((a, b) => a.index - b.index).map(({ row }) => row),
      length: elements.length,
      elements,
    }));
    if (others.length === 0 && listed.length > 0) return listed;
    const unused = this.#lists.filter(
      (list) => !groups.has(list) && this.#mayHoldRows(list.field) && holdsRows(list),
    );
    const longest = unused.toSorted((a, b) => b.elements.length - a.elements.length)[0];
    const { place = '', elements = others.map(({ info }) => info) } = longest ?? {};
    const length = Math.max(others.length, elements.length);
    return [...listed, { place, rows: others, length, elements }];
  }

  #isPlaceOfRows({ listName, parentName }: Place): boolean {
    return this.#mayHoldRows(listName) || (this.#byAsset && this.#mayHoldRows(parentName));
  }

  #mayHoldRows(field: string): boolean {
    return this.#fields.length === 0 ? field === '' : this.#fields.includes(field);
  }

  #originalOfRow({ info }: UnifiedRow): Original | undefined {
    return typeof info === 'object' && info !== null ? this.#ofRows.get(info) : undefined;
  }

  #copy(part: unknown, at: Place): void {
    if (part === null || Array.isArray(part)) this.#hadList ||= this.#isPlaceOfRows(at);
    if (typeof part !== 'object' || part === null || at.depth === 0) return;
    const copy: object = Array.isArray(part) ? [...(part as unknown[])] : { ...part };
    const original = { row: copy, listName: at.listName, lists: at.lists };
    this.#originals.set(part, original);
    this.#ofRows.set(copy, original);
    if (Array.isArray(copy)) this.#keepList(copy, at);
    else for (const [name, value] of Object.entries(copy)) this.#copy(value, below(at, name));
  }

  #keepList(elements: readonly unknown[], at: Place): void {
    const list = { place: at.place, field: at.listName, elements };
    this.#lists.push(list);
    for (const [index, value] of elements.entries()) {
      const lists = [...at.lists, { list, index }];
      this.#copy(value, { ...at, lists, depth: at.depth - 1 });
    }
  }
}

/** The place of a part of a response. */
interface Place extends Pick<Original, 'listName' | 'lists'> {
  readonly place: string;
  /** The field of the map that contains it. */
  readonly parentName: string;
  readonly depth: number;
}

function below(at: Place, name: string): Place {
  const { listName: parentName, depth } = at;
  return { ...at, place: `${at.place}/${name}`, listName: name, parentName, depth: depth - 1 };
}

function longestListOf(original: Original | undefined): Original['lists'][number] | undefined {
  const lists = original?.lists ?? [];
  // Of several lists with this length, the innermost one.
  return lists.toReversed().toSorted((a, b) => b.list.elements.length - a.list.elements.length)[0];
}

function holdsRows({ elements }: RawList): boolean {
  return elements.some((element) => typeof element === 'object' && element !== null);
}
