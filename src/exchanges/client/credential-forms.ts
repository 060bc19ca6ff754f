/**
 * Checks the form of credentials before a request is sent, because the exchange would only report a wrong
 * key. The forms are those that ccxt 4.5.84 decodes in `sign` of the exchange.
 */
import { isSigningKey } from './private-key.ts';

/** The form of a credential at an exchange. */
export interface CredentialForm {
  /** Matches valid values. A private key as PEM is valid without it. */
  readonly pattern: RegExp;
  /** What is wrong with any other value, after the name of the field. */
  readonly problem: string;
}

/** The forms of an exchange's credentials by field. Other fields only follow the general rules. */
export type CredentialForms = Readonly<Record<string, CredentialForm>>;

export const BASE64_FORM: CredentialForm = {
  pattern: /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{4}|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{2}==)$/,
  problem: 'is not base64, as the exchange issues it: copy it again',
};
export const EVM_ADDRESS_FORM: CredentialForm = {
  pattern: /^0x[0-9a-fA-F]{40}$/,
  problem: 'is not an address (0x and 40 hexadecimal digits)',
};

/** The field with the address of a wallet on a chain. */
const ADDRESS_FIELD = 'walletAddress';
const EVM_PRIVATE_KEY = /^(?:0x)?[0-9a-fA-F]{64}$/;
const PEM = '-----BEGIN';
const NOT_ASCII = /[^\x20-\x7E]/;
const WRONG_KIND = 'is no key for signatures: RSA up to 4096 bits, an elliptic curve, or Ed25519';

/** Placeholders of templates and examples. */
const PLACEHOLDER =
  /^(?:[.…]+|[*•]+|[xX]{3,}|<.*>|\[.*\]|\{.*\}|\$\w+|(?:your|my)[-_ ].*|(?:api|secret|private)?[-_ ]?(?:key|secret)|change[-_ ]?me|replace[-_ ]?me|none|null|undefined|todo)$/i;
/** Fields that the owner of the key chooses: a passphrase may be a word or contain spaces. */
const CHOSEN_FIELDS: ReadonlySet<string> = new Set(['password', 'login']);
const CHOSEN_PLACEHOLDER = /^(?:[.…]+|[*•]+|<.*>|(?:your|my)[-_ ].*)$/i;

/**
 * Explains why a credential cannot be valid at the exchange.
 *
 * @param forms the forms of the exchange's profile.
 * @param value the credential, without white space at its ends.
 * @returns a message without any part of the value, or `undefined` if nothing is wrong with its form.
 */
export function explainCredential(
  forms: CredentialForms | undefined,
  field: string,
  value: string,
): string | undefined {
  const isChosen = CHOSEN_FIELDS.has(field);
  if ((isChosen ? CHOSEN_PLACEHOLDER : PLACEHOLDER).test(value)) {
    return 'is a placeholder: replace it by the value that the exchange issued';
  }
  if (value.startsWith(PEM)) return explainPrivateKey(value);
  if (!isChosen && /[\s\p{C}]/u.test(value)) {
    return 'has white space or control characters in it: copy it again';
  }
  if (!isChosen && NOT_ASCII.test(value)) {
    return 'has characters that no exchange issues, like a display that hides a part of it: copy it again';
  }
  if (isSigningKey(`${PEM} PRIVATE KEY-----\n${value}\n-----END PRIVATE KEY-----`) === false) {
    return WRONG_KIND;
  }
  if (field === ADDRESS_FIELD && EVM_PRIVATE_KEY.test(value)) {
    return 'is a private key: give the address of the wallet, never its private key';
  }
  const form = forms?.[field];
  return form === undefined || form.pattern.test(value) ? undefined : form.problem;
}

function explainPrivateKey(pem: string): string | undefined {
  const isUsual = isSigningKey(pem);
  if (isUsual === true) return undefined;
  return isUsual === false
    ? WRONG_KIND
    : 'is not a readable private key: copy all its lines, with \\n for each line break in JSON';
}
