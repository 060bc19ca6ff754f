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

/** Words and phrases that are hard to understand. Patterns ignore case and match whole words. */
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
  inText('believ(e|es|ed|ing)', 'assume, trust'),
  inText('in vain', 'without a result'),
  inText('(does|no) harm', 'has no effect, is safe'),
  inText('that is what', 'name the subject first'),
  inText('com(e|es|ing) to nothing', 'fails'),
  inText('hand(s|ed)? out', 'assign, return'),
  inText('heed(s|ed)?', 'apply, respect'),
  inText('there(by|in|of)|where(by|in|of)|lest', 'two plain sentences'),
  inText('dearer', 'more expensive'),
  inText('stand(s|ing)? still', 'stops, is stopped'),
  inText('leaves? (it|them) alone|left alone', 'keeps unchanged'),
  inText('knows? nothing', 'has no data, does not depend on'),
  inText('takes? .{1,20} for (one|none)', 'counts as'),
  inText('whoever|whatever', 'name the subject'),
  inText('left out|leaves? out', 'omit, skip'),
  inText('by itself', 'automatically'),
  inText('what is (held|left|shown|read)', 'name the subject'),
  inNames('kept', 'cached, retained'),
  inNames('heard', 'notified, received'),
];
