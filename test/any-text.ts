import fc from 'fast-check';

const codePoint = fc
  .oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0x10_ffff }))
  // Half of a surrogate pair is no text.
  .filter((code) => code < 0xd8_00 || code > 0xdf_ff);

/**
 * Any text of Unicode, half of it ASCII, with the control characters. The strings of fast-check with the unit `binary` are the
 * same, but their first use takes a second.
 */
export const anyText: fc.Arbitrary<string> = fc
  .array(codePoint)
  .map((codes) => String.fromCodePoint(...codes));
