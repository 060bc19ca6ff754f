/**
 * Recognises errors about the time of a request: its timestamp, its receive window or its nonce. ccxt maps many
 * of them to a wrong key (Coinbase: "request timestamp expired", OKX: "Invalid OK_ACCESS_TIMESTAMP") or to a wrong
 * request (Woo, Paradex), although the key works again when the clock is right. Pure functions.
 */

/** Maximum characters of an error that are searched. */
const TEXT_LENGTH_MAX = 2000;

/**
 * The time of a request, but not a parameter of it ("start timestamp", Gemini's "InvalidTimestampInPayload") and not one of
 * several possible causes ("Invalid key, secret or nonce", Bitso's "Invalid Nonce or Invalid Credentials").
 */
const TIME =
  String.raw`(?<!\b(?:begin|end|from|param|parameter|since|start|to|until|and|or) )` +
  String.raw`\b(?:timestamp|nonce|(?:req|request|submission) time)\b(?! in payload| or invalid)`;
/** A word that is not refused instead of the time: "Invalid signature for timestamp=17". */
const WORD = String.raw`(?!(?:apikey|credentials|key|secret|sign|signature)\b)\w+`;

/** Matches what refuses a time, in the words of an error. */
const REFUSED_TIME = new RegExp(
  [
    // "Invalid nonce", "Invalid KC-API-TIMESTAMP", "check your server timestamp".
    String.raw`\b(?:invalid|incorrect|bad|wrong|stale|expired|check)(?: ${WORD}){0,3} ${TIME}`,
    // "Timestamp for this request was 1000ms ahead of the server's time".
    `${TIME}(?: ${WORD}){0,6} (?:ahead|behind|beyond|boundaries|differs|expired|future|greater|higher|` +
      String.raw`increasing|incremented|outside|past|too|used|within)\b`,
    String.raw`${TIME} (?:is )?invalid\b`,
    // Without a name of the time.
    String.raw`\brequest (?:is |has )?expired\b|\bwithin acceptable window\b|\btimestamp and server time\b`,
    String.raw`\breceive window .*\bexceeded\b`,
    // XT's code AUTH_105, "outdated message" (ccxt, xt.js); the response does not contain this text.
    String.raw`\bauth 105\b`,
  ].join('|'),
);

/** Returns true if the text of an exchange's error refuses the time of the request. */
export function isClockError(text: string): boolean {
  return REFUSED_TIME.test(joinWords(text));
}

/**
 * Returns the words in lower case, without addresses and names of JSON fields, such as the time of the response; names
 * of headers and codes, and names in mixed case, are several words.
 */
function joinWords(text: string): string {
  return text
    .slice(0, TEXT_LENGTH_MAX)
    .replaceAll(/https?:\/\/\S+/g, ' ')
    .replaceAll(/"[\w-]{1,40}" ?:/g, ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^a-z\d]+/g, ' ');
}
