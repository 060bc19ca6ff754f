/**
 * Recognises errors about the time of a request: its timestamp, its receive window or its nonce. ccxt maps many
 * of them to a wrong key (Coinbase: "request timestamp expired", OKX: "Invalid OK_ACCESS_TIMESTAMP") or to a wrong
 * request (Woo, Paradex), although the key works again when the clock is right. Pure functions.
 */

/** Maximum characters of an error that are searched. */
const TEXT_LENGTH_MAX = 2000;
/** Words before a time that refuse it: "Invalid nonce", "Invalid KC-API-TIMESTAMP", "check your server timestamp". */
const REFUSED_BEFORE = new Set([
  'invalid',
  'incorrect',
  'bad',
  'wrong',
  'stale',
  'expired',
  'check',
]);
const WORDS_BEFORE = 4;
/** Words that are refused instead of a time near them: "Invalid signature for timestamp=17". */
const REFUSED_INSTEAD = new Set(['apikey', 'credentials', 'key', 'secret', 'sign', 'signature']);
/** Words after a time that refuse it: "Timestamp for this request was 1000ms ahead of the server's time". */
const REFUSED_AFTER = new Set([
  'ahead',
  'behind',
  'beyond',
  'boundaries',
  'differs',
  'expired',
  'future',
  'greater',
  'higher',
  'increasing',
  'incremented',
  'outside',
  'past',
  'too',
  'used',
  'within',
]);
const WORDS_AFTER = 7;
/** Words before a time that is one of several possible causes: "Invalid key, secret or nonce". */
const ALTERNATIVES = new Set(['and', 'or']);
/** Words next to a time that is a parameter of the request: "start timestamp", "parameter 'timestamp'". */
const PARAMETER_BEFORE = new Set([
  'begin',
  'end',
  'from',
  'param',
  'parameter',
  'since',
  'start',
  'to',
  'until',
]);
/** Ambiguous words after a time: Gemini's "InvalidTimestampInPayload", Bitso's "Invalid Nonce or Invalid Credentials". */
const OTHER_MEANINGS = ['in payload', 'or invalid'];
/** Phrases that refuse the time without naming it. */
const PHRASES = [
  'request expired',
  'request is expired',
  'request has expired',
  'within acceptable window',
  'timestamp and server time',
  // XT's code AUTH_105, "outdated message" (ccxt, xt.js); the response does not contain this text.
  'auth 105',
];

/** Returns true if the text of an exchange's error refuses the time of the request. */
export function isClockError(text: string): boolean {
  const words = listWords(text);
  const joined = ` ${words.join(' ')} `;
  if (PHRASES.some((phrase) => joined.includes(` ${phrase} `))) return true;
  if (joined.includes(' receive window ') && joined.includes(' exceeded ')) return true;
  return words.some((_word, index) => isTime(words, index) && isRefused(words, index));
}

/**
 * Returns the words in lower case, without addresses and names of JSON fields, such as the time of the response; names
 * of headers and codes, and names in mixed case, are several words.
 */
function listWords(text: string): string[] {
  return text
    .slice(0, TEXT_LENGTH_MAX)
    .replaceAll(/https?:\/\/\S+/g, ' ')
    .replaceAll(/"[\w-]{1,40}" ?:/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
}

/** Returns true for the time of a request, but not for a parameter of it. */
function isTime(words: readonly string[], index: number): boolean {
  const word = words[index] ?? '';
  const before = words[index - 1] ?? '';
  const isNamed =
    word === 'timestamp' ||
    word === 'nonce' ||
    (word === 'time' && /^(req(uest)?|submission)$/.test(before));
  return isNamed && !PARAMETER_BEFORE.has(before) && !ALTERNATIVES.has(before);
}

function isRefused(words: readonly string[], index: number): boolean {
  const after = untilRefusedInstead(words.slice(index + 1, index + 1 + WORDS_AFTER));
  const following = after.join(' ');
  if (OTHER_MEANINGS.some((meaning) => following.startsWith(meaning))) return false;
  return (
    isRefusedBefore(words.slice(Math.max(0, index - WORDS_BEFORE), index)) ||
    after.some((word) => REFUSED_AFTER.has(word)) ||
    /^(is )?invalid\b/.test(following)
  );
}

/** Returns true if the last of the words before a time that refuses something refuses the time. */
function isRefusedBefore(before: readonly string[]): boolean {
  const refusing = before.findLastIndex((word) => REFUSED_BEFORE.has(word));
  return refusing !== -1 && !before.slice(refusing).some((word) => REFUSED_INSTEAD.has(word));
}

function untilRefusedInstead(words: readonly string[]): readonly string[] {
  const end = words.findIndex((word) => REFUSED_INSTEAD.has(word));
  return end === -1 ? words : words.slice(0, end);
}
