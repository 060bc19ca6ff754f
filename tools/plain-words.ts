/** One rule of `npm run lint:words`: a pattern, where it applies, and what to write instead. */
export interface WordRule {
  /** `text` matches prose and names; `name` matches the words of identifiers and file names only. */
  readonly applies: 'text' | 'name';
  readonly pattern: string;
  readonly instead: string;
}

function inText(pattern: string, instead: string): WordRule {
  return { applies: 'text', pattern, instead };
}

function inNames(pattern: string, instead: string): WordRule {
  return { applies: 'name', pattern, instead };
}

/** Words and phrases that a reader has to translate first. Patterns ignore case and match whole words. */
export const WORD_RULES: readonly WordRule[] = [
  inText('tells?|told|telling', 'returns, reports, lists, contains'),
  inText('untold', 'missing, not provided'),
  inText('anew', 'again, rebuild, recompute'),
  inText('mend(s|ed|ing)?', 'repair'),
  inText('spoil(s|t|ed)?', 'corrupt'),
  inText('beside', 'next to, with'),
  inText('g(ive|ives|ave|iven|iving) back', 'release, free, return'),
  inText('g(o|oes|oing) on|went on', 'continue, resume'),
  inText('failures? that pass(es)?|that passes', 'transient error'),
  inText('kept answers?|answers? given again', 'cached response'),
  inText('makes? room', 'evict, free'),
  inText('is not believed|is believed|are believed', 'is ignored, is trusted'),
  inText('hears? of|heard of', 'is notified of'),
  inText('how (often|much|many|long) .{0,40} may be', 'limit, bound, maximum'),
  inNames('kept', 'cached, retained'),
  inNames('heard', 'notified, received'),
];
